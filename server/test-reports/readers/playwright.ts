import { singleTest } from './executions.ts'
import { NOT_KEPT } from './ignored.ts'
import { type JsonFormat, nestedSuites } from './json-parser.ts'
import { type JsonObject, countOf, listOf, objectOf, textOf } from './json-values.ts'
import { playwrightError, playwrightExecutions, playwrightKeys } from './playwright-tests.ts'
import { testDefects } from './test-defects.ts'
import { testFiles } from './test-files.ts'
import type { TidySink } from './tidy-sink.ts'

export const PLAYWRIGHT_PATHS = [
  '$.stats',
  '$.errors.*',
  ...nestedSuites('$.suites.*').flatMap((suite) => [`${suite}.title`, `${suite}.specs.*`]),
]

const ERRORS_MAX = 1_000

/** Playwright's JSON. Titles precede their contents, so one title per level is kept. */
export function playwrightValues(sink: TidySink): JsonFormat {
  const titles: string[] = []
  const errors: unknown[] = []
  return {
    take({ path, value }) {
      const [root] = path
      if (root === 'stats') return takeStats(objectOf(value))
      if (root === 'errors' && errors.length < ERRORS_MAX) errors.push(value)
      if (root !== 'suites') return false
      if (path.at(-1) === 'title') {
        titles.splice((path.length - 3) / 2, titles.length, textOf(value) ?? '')
        return false
      }
      takeSpec(objectOf(value), titles.slice(0, (path.length - 2) / 2))
      return true
    },
    end() {
      for (const error of errors)
        sink.test(singleTest(['Playwright'], 'Global error', { status: 'error', ...playwrightError(objectOf(error)) }))
    },
  }

  /** Returns whether these are the counts that Playwright writes. */
  function takeStats(stats: JsonObject): boolean {
    const counts = ['expected', 'unexpected', 'flaky', 'skipped'].map((name) => countOf(stats[name]))
    // Others write `skipped` too.
    if (counts.slice(0, 3).every((count) => count === undefined)) return false
    sink.declareFailures(countOf(stats['unexpected']) ?? 0)
    sink.declare(counts.reduce<number>((sum, count) => sum + (count ?? 0), 0))
    return true
  }

  function takeSpec(spec: JsonObject, [file = '', ...groups]: string[]) {
    // Playwright's JUnit joins groups and title by this sign. Split the same way, both formats give the same name.
    const parts = [...groups, textOf(spec['title']) ?? ''].flatMap((title) => title.split(' › '))
    const name = parts.pop() ?? ''
    for (const [index, test] of listOf(spec['tests']).map(objectOf).entries()) {
      const suite = [textOf(test['projectName']) ?? '', file, ...parts]
      const files = testFiles(sink)
      const defects = testDefects(sink)
      defects.takeAnnotations(test['annotations'])
      for (const result of listOf(test['results']).map(objectOf)) {
        files.addList(result['attachments'])
        ignoreRest(result)
      }
      sink.test({
        suite,
        name,
        keys: playwrightKeys(spec, test, name, index === 0),
        executions: playwrightExecutions(test, sink),
        ...files.found(),
        ...defects.found(),
      })
    }
  }

  function ignoreRest(result: JsonObject) {
    const steps = listOf(result['steps']).length
    if (steps > 0) sink.ignore('step', NOT_KEPT.step, steps)
    for (const output of ['stdout', 'stderr'])
      if (listOf(result[output]).length > 0) sink.ignore(output, NOT_KEPT.output)
  }
}
