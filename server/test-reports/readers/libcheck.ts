import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { keysInName } from './case-keys.ts'
import { singleTest } from './executions.ts'
import type { TidySink } from './tidy-sink.ts'
import { readSeconds } from './times.ts'
import type { Element } from './xml-format.ts'

const STATUSES = new Map<string | undefined, ResultStatus>([
  ['success', 'passed'],
  ['failure', 'failed'],
])

/** The elements of a test that have a text of use. */
const TEXTS = ['path', 'fn', 'id', 'iteration', 'duration', 'description', 'message'] as const
type Texts = Record<(typeof TEXTS)[number], string>

/** Returns the text. Throws when the texts of the test are too long. */
type Keep = (size: { size: number }, text: string) => string

/** A `suite` in a `testsuites` of Check, the unit test framework for C, as CK_XML_LOG_FILE_NAME writes it. */
export function libcheckSuite(sink: TidySink, keep: Keep, unknown: (name: string) => Element): Element {
  let title = ''
  const size = { size: 0 }
  return {
    child(name, { result }) {
      if (name === 'title') return { child: unknown, text: (text) => (title += keep(size, text)) }
      return name === 'test' ? testElement(result) : unknown(name)
    },
  }

  function testElement(result: string | undefined): Element {
    const texts = Object.fromEntries(TEXTS.map((name) => [name, ''])) as Texts
    const kept = { size: 0 }
    return {
      child(element) {
        const name = TEXTS.find((one) => one === element)
        if (name === undefined) return unknown(element)
        return { child: unknown, text: (text) => (texts[name] += keep(kept, text)) }
      },
      close: () => sink.test(testOf(texts, result)),
    }
  }

  /** `description` is the name of its test case, a group. A loop test runs once for each iteration. */
  function testOf(texts: Texts, result: string | undefined) {
    const status = STATUSES.get(result) ?? 'error'
    const durationMs = readSeconds(texts.duration)
    const place = `${texts.path}/${texts.fn}`
    const outcome = status === 'passed' ? {} : { message: texts.message, trace: place === '/' ? null : place }
    return {
      ...singleTest([title, texts.description], texts.id, { status, durationMs, ...outcome }),
      keys: keysInName(texts.id),
      parameters: texts.iteration.trim() === '0' ? undefined : `iteration=${texts.iteration.trim()}`,
    }
  }
}
