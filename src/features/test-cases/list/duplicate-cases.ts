import { formatCount } from '#src/lib/format.ts'
import { messageOf } from '#src/lib/errors.ts'
import { once } from '#src/lib/once.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { toastError, toastSuccess } from '#src/lib/toast.ts'
import { goTo } from '../../keys/move.ts'
import type { LatestCaseList } from './case-list.tsx'
import { noteDone, takeBack } from './undo.ts'
import { awaitsSaving } from './unsent.ts'

export function duplicateCases(list: LatestCaseList, ids: readonly string[], testSuiteId: string): void {
  if (!awaitsSaving(ids)) once(`duplicate ${ids.join()}`, () => copy(list, ids, testSuiteId))
}

async function copy(list: LatestCaseList, ids: readonly string[], testSuiteId: string): Promise<void> {
  const { project, writes, open } = list()
  try {
    const copies = await trpcClient.testCases.copyMany.mutate({ id: project.id, ids: [...ids], testSuiteId })
    open(testSuiteId)
    await writes.refresh([testSuiteId])
    const text = `Duplicated ${formatCount(copies.length, 'case')}`
    const done = {
      text,
      takeBack: async () => {
        await trpcClient.testCases.deleteMany.mutate({ id: project.id, ids: copies.map(({ id }) => id) })
        await writes.refresh([testSuiteId])
      },
    }
    noteDone(project.id, done)
    toastSuccess(text, { action: { label: 'Undo', run: () => void takeBack(project.id, done) } })
    const [first] = copies
    const row = first && list().rowOf(first.id)
    if (row !== undefined) goTo(list(), row)
  } catch (error) {
    toastError(messageOf(error, 'Failed to duplicate test cases'))
  }
}
