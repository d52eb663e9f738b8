import type { TestCase } from '#shared/test-cases/test-case.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'
import { messageOf } from '#src/lib/errors.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { say } from '#src/lib/toast.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { replaceSelected } from '../../keys/selection.ts'
import { writeSuiteCases } from './case-cache.ts'
import type { LatestCaseList } from './case-list.tsx'
import { loadedCases } from './case-pages.ts'
import { type QuickCase, quickLines, readQuickCase } from './quick-case.ts'
import { emptyEntry, entryOf, refuseEntry, returnLine } from './quick-entries.ts'
import { unsentId } from './unsent.ts'

/** Pasting more lines than this asks for confirmation. */
const UNASKED = 20
/** Each line is a separate call. */
const LINES_MAX = 500

/* Creates cases from lines. Each appears at once and is sent in turn, so that nobody waits to type the next. */

/** Creates a case of the line that was typed. */
export function enterLine(list: LatestCaseList, suiteId: string): void {
  const { text } = entryOf(suiteId)
  if (text.trim() === '') return
  const read = readQuickCase(text)
  if ('problem' in read) return refuseEntry(suiteId, read.problem)
  emptyEntry(suiteId)
  void send(list, suiteId, text).then((isMade) => isMade && say(`Created: ${read.name}`))
}

/** Returns whether the text has lines that become cases. */
export function pasteLines(list: LatestCaseList, suiteId: string, text: string): boolean {
  const lines = quickLines(text)
  if (lines.length < 2) return false
  if (lines.length > LINES_MAX)
    refuseEntry(suiteId, `At most ${LINES_MAX} lines can be pasted, not ${formatNumber(lines.length)}`)
  else void createAll(list, suiteId, lines)
  return true
}

async function createAll(list: LatestCaseList, suiteId: string, lines: string[]): Promise<void> {
  const cases = formatCount(lines.length, 'test case')
  const question = { title: 'Create Test Cases', text: `Create ${cases} from the pasted lines?`, action: 'Create' }
  if (lines.length > UNASKED && !(await confirm({ ...question, isHarmless: true }))) return
  let done = 0
  const made = await Promise.all(
    lines.map(async (line) => {
      const isMade = await send(list, suiteId, line)
      done += 1
      say(`${formatNumber(done)} of ${cases} sent`)
      return isMade
    }),
  )
  say(`Created: ${formatCount(made.filter(Boolean).length, 'test case')}`)
}

/** Resolves to whether the case was created. A refused line returns to the field with the reason. */
async function send(list: LatestCaseList, suiteId: string, text: string): Promise<boolean> {
  const read = readQuickCase(text)
  if ('problem' in read) {
    returnLine(suiteId, { text, problem: read.problem })
    return false
  }
  try {
    await create(list, suiteId, read)
    return true
  } catch (error) {
    returnLine(suiteId, { text, problem: messageOf(error, 'Failed to create test case') })
    return false
  }
}

async function create(list: LatestCaseList, suiteId: string, given: QuickCase): Promise<void> {
  const { project, writes } = list()
  const unsent = unsentCase(suiteId, given)
  const loaded = () => loadedCases(suiteId, list().suiteOf(suiteId)?.testCaseCount ?? 0)
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
