import type { UpdateTestCases } from '#shared/test-cases/bulk.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { say, toastSuccess } from '#src/lib/toast.ts'
import type { LatestCaseList } from './case-list.tsx'
import { type Done, forgetDone, noteDone, takeBack } from './undo.ts'
import { awaitsSaving } from './unsent.ts'

type Change = Omit<UpdateTestCases, 'id' | 'ids'>

export type Shown = { suiteIds: readonly string[]; show: () => void }

type Act = Shown & {
  text: string
  /** How to undo it; by default on the server. */
  takeBack?: (() => Promise<unknown>) | undefined
}

/** Work that takes longer is announced, in ms. */
const LONG_MS = 300

/** Changes many cases by one call, and shows it at once. A refusal reverts it and rejects. */
export async function sendChange(
  list: LatestCaseList,
  ids: readonly string[],
  change: Change,
  { suiteIds, show }: Shown,
) {
  const { project, writes } = list()
  return await writes.write({
    suiteIds,
    show,
    send: async () => await trpcClient.testCases.updateMany.mutate({ id: project.id, ids: [...ids], ...change }),
    failure: 'Failed to update test cases',
  })
}

/** Stores the change for Undo. Resolves to whether it was saved. */
export async function changeCases(
  list: LatestCaseList,
  ids: readonly string[],
  change: Change,
  act: Act,
): Promise<boolean> {
  if (awaitsSaving(ids)) return false
  const { project, writes } = list()
  const sending = sendChange(list, ids, change, act)
  const undo = async () => {
    const { changeId } = await sending
    const { changed } = await trpcClient.testCases.undo.mutate({ id: project.id, changeId })
    await writes.refresh()
    return changed > 0
  }
  const done: Done = { text: act.text, takeBack: act.takeBack ?? undo }
  noteDone(project.id, done)
  const timer = setTimeout(() => say(`${act.text} …`), LONG_MS)
  try {
    await sending
  } catch {
    forgetDone(project.id, done)
    return false
  } finally {
    clearTimeout(timer)
  }
  const run = () => void takeBack(project.id, done)
  if (ids.length > 1) toastSuccess(act.text, { action: { label: 'Undo', run, about: done } })
  else say(act.text)
  return true
}
