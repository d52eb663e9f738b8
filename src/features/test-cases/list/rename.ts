import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { codeOf, messageOf } from '#src/lib/errors.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { say } from '#src/lib/toast.ts'
import { editorOf } from '../editor-of.ts'
import { writeSuites } from './case-cache.ts'
import type { CaseList } from './case-list.tsx'
import { loadedCases, writeCases } from './case-pages.ts'
import { refuseName, type Renamed, startRenaming } from './renaming.ts'
import { awaitsSaving } from './unsent.ts'

/** Starts the edit of a name. The name of an automated case comes from its reports. */
export function editName({ caseAt, suiteAt, placeOf }: CaseList, row: number): void {
  const isHead = placeOf(row)?.position === null
  const testCase = caseAt(row)
  if (testCase?.type === 'auto') say('The content of an automated case stays with its automation')
  else if (testCase && !awaitsSaving([testCase.id])) startRenaming(testCase)
  else if (isHead) {
    const suite = suiteAt(row)
    if (suite) startRenaming(suite)
  }
}

export async function renameSuite({ project, writes }: CaseList, base: Renamed, name: string): Promise<void> {
  const { id } = base
  const write = {
    suiteIds: [],
    show: () =>
      writeSuites(project.id, (suites) => suites.map((suite) => (suite.id === id ? { ...suite, name } : suite))),
    send: async () => await trpcClient.testSuites.update.mutate({ id, name }),
    failure: 'Failed to update test suite',
  }
  await writes.write(write).catch((error: unknown) => refuseName(base, name, messageOf(error, write.failure)))
}

export async function renameCase(
  { writes }: CaseList,
  { id: testSuiteId, testCaseCount }: TestSuiteListItem,
  base: Renamed,
  name: string,
): Promise<void> {
  const { id } = base
  const save = async (baseRevision: number | undefined) =>
    await trpcClient.testCases.update.mutate({ id, name, baseRevision })
  let [newest, problem] = [base, '']
  const write = {
    suiteIds: [testSuiteId],
    show: () => {
      const cases = loadedCases(testSuiteId, testCaseCount)
      writeCases(
        testSuiteId,
        cases.map((testCase) => (testCase?.id === id ? { ...testCase, name } : testCase)),
      )
    },
    send: async () => {
      try {
        return await save(base.revision)
      } catch (refusal) {
        if (codeOf(refusal) !== 'CONFLICT') throw refusal
        const theirs = await trpcClient.testCases.get.query({ id })
        // Their other changes stand beside the name.
        if (theirs.name === base.name) return await save(theirs.revision)
        newest = theirs
        problem = `${editorOf(theirs)} renamed it to “${theirs.name}”. Enter saves your name, Escape keeps theirs`
        throw refusal
      }
    },
    failure: 'Failed to update test case',
  }
  await writes
    .write(write)
    .catch((error: unknown) => refuseName(newest, name, problem || messageOf(error, write.failure)))
}
