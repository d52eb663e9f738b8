import type { TestCase } from '#shared/test-cases/test-case.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'
import { messageOf } from '#src/lib/errors.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { say } from '#src/lib/toast.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { replaceSelected } from '../../keys/selection.ts'
import { writeSuiteCases } from './case-cache.ts'
import { useLatestCaseList } from './case-list.tsx'
import { loadedCases } from './case-pages.ts'
import { type QuickCase, quickLines, readQuickCase } from './quick-case.ts'
import { emptyEntry, entryOf, refuseEntry, returnLine } from './quick-entries.ts'
import { unsentId } from './unsent.ts'

/** Pasting more lines than this asks for confirmation. */
const UNASKED = 20
/** Each line is a separate call. */
const LINES_MAX = 500

/** Creates cases from lines. Each appears at once and is sent in turn, so that nobody waits to type the next. */
export function useQuickCreate(suiteId: string) {
  const list = useLatestCaseList()
  const count = () => list().suiteOf(suiteId)?.testCaseCount ?? 0
  const create = async (given: QuickCase) => {
    const { project, writes } = list()
    const unsent = unsentCase(suiteId, given)
    const loaded = () => loadedCases(suiteId, count())
    const put = (cases: readonly (TestCase | undefined)[]) => writeSuiteCases(project.id, new Map([[suiteId, cases]]))
    const created = await writes.write({
      suiteIds: [suiteId],
      show: () => put([...loaded(), unsent]),
      takeBack: () => put(loaded().filter((testCase) => testCase?.id !== unsent.id)),
      send: async () => await trpcClient.testCases.create.mutate({ testSuiteId: suiteId, type: 'manual', ...given }),
    })
    put(loaded().map((testCase) => (testCase?.id === unsent.id ? created : testCase)))
    replaceSelected(unsent.id, created.id)
  }
  /** Resolves to whether the case was created. A refused line returns to the field with the reason. */
  const send = async (text: string): Promise<boolean> => {
    const read = readQuickCase(text)
    if ('problem' in read) {
      returnLine(suiteId, { text, problem: read.problem })
      return false
    }
    try {
      await create(read)
      return true
    } catch (error) {
      returnLine(suiteId, { text, problem: messageOf(error, 'Failed to create test case') })
      return false
    }
  }
  return {
    enter: () => {
      const { text } = entryOf(suiteId)
      if (text.trim() === '') return
      const read = readQuickCase(text)
      if ('problem' in read) return refuseEntry(suiteId, read.problem)
      emptyEntry(suiteId)
      void send(text).then((isMade) => isMade && say(`Created: ${read.name}`))
    },
    /** Returns whether the text has lines that become cases. */
    paste: (text: string): boolean => {
      const lines = quickLines(text)
      if (lines.length < 2) return false
      if (lines.length > LINES_MAX)
        refuseEntry(suiteId, `At most ${LINES_MAX} lines can be pasted, not ${formatNumber(lines.length)}`)
      else void pasteLines(lines)
      return true
    },
  }

  async function pasteLines(lines: string[]) {
    const cases = formatCount(lines.length, 'test case')
    const question = { title: 'Create Test Cases', text: `Create ${cases} from the pasted lines?`, action: 'Create' }
    if (lines.length > UNASKED && !(await confirm({ ...question, isHarmless: true }))) return
    let done = 0
    const made = await Promise.all(
      lines.map(async (line) => {
        const isMade = await send(line)
        done += 1
        say(`${formatNumber(done)} of ${cases} sent`)
        return isMade
      }),
    )
    say(`Created: ${formatCount(made.filter(Boolean).length, 'test case')}`)
  }
}

/** The row of a case until the server has answered. It cannot be opened, so it has no texts that only the panel shows. */
function unsentCase(testSuiteId: string, given: QuickCase): TestCase {
  const at = new Date().toISOString()
  const shown: Partial<TestCase> = {
    type: 'manual',
    ...given,
    expectedValue: given.expectedValue || null,
    automationKey: null,
    steps: [],
    priority: 'medium',
    tags: [],
    references: [],
    id: unsentId(),
    ref: '',
    testSuiteId,
    number: 0,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    updatedBy: null,
    attachments: [],
  }
  return shown as TestCase
}
