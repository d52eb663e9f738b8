import { Skeleton } from '@mantine/core'
import { IconLink, IconTrash } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { TRASH_DAYS } from '#shared/deletions/trash-days.ts'
import { deletedMessage } from '#shared/test-cases/case-ref.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { codeOf, messageOf } from '#src/lib/errors.ts'
import { trpc } from '#src/lib/trpc.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { NotFound } from '#src/ui/not-found.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { PanelShell } from '#src/ui/panel-shell.tsx'
import { useCaseList, useLatestCaseList } from '../list/case-list.tsx'
import { TrashButton } from '../../trash/trash-button.tsx'
import { CaseBody } from './case-body.tsx'
import { useCaseNeighbours, useFollowedCursor } from './use-followed-cursor.ts'
import { cursorRow, moveCursor } from '../../keys/cursor.ts'
import { focusCursor } from '../../keys/move.ts'
import { useCaseAddress } from './use-case-address.ts'
import { copyLink } from '#src/lib/clipboard.ts'
import { pathOfCase } from '#src/lib/project-paths.ts'

/** The panel of a case: read by its ref, so that a link opens it without its suite. */
export default function OpenCasePanel({ caseRef }: { caseRef: string }) {
  const { project, suiteOf } = useCaseList()
  const { data, error, refetch } = trpc.testCases.byRef.useQuery(
    { projectId: project.id, ref: caseRef },
    // The case before stays until the next one is read.
    { placeholderData: keepPreviousData },
  )
  // A later read that failed leaves the case on the screen, unless it says that the case is gone.
  const testCase = codeOf(error) === 'NOT_FOUND' ? undefined : data
  const ref = testCase?.ref ?? caseRef
  const suite = testCase && suiteOf(testCase.testSuiteId)
  const neighbours = useCaseNeighbours(testCase)
  const list = useLatestCaseList()
  const close = useCloseCase(testCase)
  useFollowedCursor(testCase)
  usePageTitle(testCase && `${testCase.ref} ${testCase.name} · ${project.name}`, { isInner: true })
  return (
    <PanelShell
      label={`Case ${ref}`}
      // Its number in the list, which changes as cases move, and its ref, which stays.
      title={suite ? `${suite.number}.${testCase.number} · ${ref}` : ref}
      shownId={testCase?.id}
      top="var(--list-toolbar-height)"
      neighbours={neighbours}
      actions={
        testCase && (
          <IconButton
            label="Copy link"
            icon={IconLink}
            onClick={() => void copyLink(pathOfCase(project.id, ref), `Link to ${ref}`)}
          />
        )
      }
      onClose={close}
      focusList={() => focusCursor(list())}
    >
      {testCase ? (
        <CaseBody key={testCase.id} testCase={testCase} />
      ) : error ? (
        <Missing caseRef={caseRef} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </PanelShell>
  )
}

type MissingProps = { caseRef: string; error: unknown; onRetry: () => void }

/** Says why there is nothing to show: the case was deleted, never was, or could not be read. */
function Missing({ caseRef, error, onRetry }: MissingProps) {
  const { project, role } = useCaseList()
  if (codeOf(error) !== 'NOT_FOUND' && codeOf(error) !== 'BAD_REQUEST')
    return <ErrorState message={messageOf(error, 'Failed to fetch project data')} onRetry={onRetry} />
  const isDeleted = messageOf(error, '') === deletedMessage(caseRef.toUpperCase())
  return isDeleted ? (
    <EmptyState
      icon={IconTrash}
      title="This case was deleted"
      hint={`It stays in the trash for ${TRASH_DAYS} days after its deletion.`}
    >
      <TrashButton projectId={project.id} role={role} />
    </EmptyState>
  ) : (
    <NotFound title="Test case not found" hint={`This project has no test case ${caseRef}.`} />
  )
}

const Loading = () => (
  <div role="status" aria-label="Loading the case">
    <Skeleton h={20} w="70%" mb="md" />
    <Skeleton h={120} />
  </div>
)

function useCloseCase(testCase: TestCase | undefined): () => void {
  const list = useLatestCaseList()
  const { closeCase } = useCaseAddress()
  return () => {
    closeCase()
    const row = (testCase && list().rowOf(testCase.id)) ?? cursorRow()
    if (row !== null) moveCursor(row, { focus: true })
  }
}
