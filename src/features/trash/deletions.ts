import { getQueryKey } from '@trpc/react-query'
import { TRASH_DAYS } from '#shared/deletions/trash-days.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { codeOf, messageOf } from '#src/lib/errors.ts'
import { formatCount } from '#src/lib/format.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { say, toastError, toastSuccess, withdrawAction } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { instead } from '#src/ui/focus-after-removal.ts'
import { focusCursor, goTo } from '../keys/move.ts'
import { shownList } from '../keys/shown-list.ts'

/** Only the question about a single case names it. */
export type CaseToDelete = { id: string; testSuiteId?: string; name?: string }

/** Deletes cases of a project after a confirmation. Resolves to whether they were deleted. */
export async function deleteCases(projectId: string, cases: readonly CaseToDelete[]): Promise<boolean> {
  const [first] = cases
  if (!first) return false
  const count = formatCount(cases.length, 'test case')
  const isOne = cases.length === 1
  const text = isOne
    ? `Are you sure you want to delete the test case${first.name === undefined ? '' : ` “${first.name}”`}? Runs keep what was recorded for it. ${STAYS}`
    : `Are you sure you want to delete ${count}? Runs keep what was recorded for them. ${STAY}`
  return await remove(projectId, {
    question: { title: isOne ? 'Delete Test Case' : `Delete ${count}`, text },
    send: async () =>
      isOne
        ? await trpcClient.testCases.delete.mutate({ id: first.id })
        : await trpcClient.testCases.deleteMany.mutate({ id: projectId, ids: cases.map(({ id }) => id) }),
    success: isOne ? 'Test case deleted successfully' : `${count} deleted`,
    failure: isOne ? 'Failed to delete test case' : 'Failed to delete test cases',
    undone: isOne ? 'Test case restored' : `${count} restored`,
    focused: [first.id, ...(first.testSuiteId === undefined ? [] : [first.testSuiteId])],
  })
}

export async function deleteSuite(suite: TestSuiteListItem): Promise<boolean> {
  const cases = formatCount(suite.testCaseCount, 'test case')
  return await remove(suite.projectId, {
    question: {
      title: 'Delete Test Suite',
      text: `Are you sure you want to delete the test suite “${suite.name}” with its ${cases}? ${STAYS}`,
    },
    send: () => trpcClient.testSuites.delete.mutate({ id: suite.id }),
    success: 'Test suite deleted successfully',
    failure: 'Failed to delete test suite',
    undone: 'Test suite restored',
    focused: [suite.id],
  })
}

const STAYS = `It stays in the trash for ${TRASH_DAYS} days.`
const STAY = `They stay in the trash for ${TRASH_DAYS} days.`

type Removal = {
  question: { title: string; text: string }
  send: () => Promise<{ deletionId: string }>
  success: string
  failure: string
  undone: string
  /** The rows to focus after an undo: the first one in the list is taken. */
  focused: readonly string[]
}

async function remove(
  projectId: string,
  { question, send, success, failure, undone, focused }: Removal,
): Promise<boolean> {
  // From such a button the focus moves to the next one of its kind.
  const hasNextButton = document.activeElement?.closest('[data-removes]') != null
  if (!(await confirm({ ...question, action: 'Delete' }))) return false
  try {
    const { deletionId } = await send()
    await refreshProject(projectId)
    const run = () => void undo(projectId, deletionId, { undone, focused })
    toastSuccess(success, { action: { label: 'Undo', run, about: deletionId } })
    if (!hasNextButton) void keepFocus()
    return true
  } catch (error) {
    toastError(messageOf(error, failure))
    return false
  }
}

async function undo(
  projectId: string,
  deletionId: string,
  { undone, focused }: Pick<Removal, 'undone' | 'focused'>,
): Promise<void> {
  if (await restoreDeletion(projectId, deletionId, undone)) await focusRow(focused)
}

/** Restores a deletion. Resolves to whether it succeeded; toasts either way. */
export async function restoreDeletion(projectId: string, deletionId: string, success: string): Promise<boolean> {
  try {
    await trpcClient.deletions.restore.mutate({ id: projectId, deletionId })
    withdrawAction(deletionId)
    await refreshProject(projectId)
    toastSuccess(success)
    return true
  } catch (error) {
    withdrawAction(deletionId)
    // Somebody else was faster.
    if (codeOf(error) === 'NOT_FOUND') say('It is not in the trash any more')
    else toastError(messageOf(error, 'Failed to restore'))
    await refreshProject(projectId)
    return false
  }
}

export async function confirmPurge(what: string): Promise<boolean> {
  const text = `Are you sure you want to delete for good: ${what}? It cannot be restored. Runs keep what was recorded.`
  return await confirm({ title: 'Delete for Good', text, action: 'Delete for Good' })
}

/** Deletes a deletion for good; toasts either way. */
export async function purgeDeletion(projectId: string, deletionId: string): Promise<void> {
  try {
    await trpcClient.deletions.purge.mutate({ id: projectId, deletionId })
    withdrawAction(deletionId)
    toastSuccess('Deleted for good')
  } catch (error) {
    if (codeOf(error) === 'NOT_FOUND') say('It is not in the trash any more')
    else toastError(messageOf(error, 'Failed to delete'))
  }
  await refreshTrash()
}

export async function refreshTrash(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.deletions) })
}

/** Refetches what the lists of a project show, and its trash. */
export async function refreshProject(projectId: string): Promise<void> {
  const queryKeys = [
    getQueryKey(trpc.projects.overview, { id: projectId }, 'query'),
    getQueryKey(trpc.projects.list),
    getQueryKey(trpc.testCases),
    getQueryKey(trpc.deletions),
  ]
  await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

const FRAMES = 60
const nextFrame = () => new Promise(requestAnimationFrame)

/**
 * Focuses the current row if the focused element has disappeared: a row, a button of the selection, or the panel's menu.
 * A list without rows focuses what adds one.
 */
async function keepFocus(): Promise<void> {
  for (let frame = 0; frame < FRAMES; frame += 1) {
    await nextFrame()
    if (document.activeElement !== document.body) continue
    return shownList().rows > 0 ? focusCursor(shownList()) : instead('suite')?.focus()
  }
}

/** Focuses the first of these rows in the list: the pressed button disappeared with its toast. */
async function focusRow([first, ...others]: readonly string[]): Promise<void> {
  const rowOf = (id: string | undefined) => (id === undefined ? undefined : shownList().rowOf(id))
  for (let frame = 0; frame < FRAMES && rowOf(first) === undefined; frame += 1) await nextFrame()
  const row = [first, ...others].map(rowOf).find((found) => found !== undefined)
  if (row !== undefined) goTo(shownList(), row)
}
