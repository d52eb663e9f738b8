import { Box, Button, Skeleton } from '@mantine/core'
import { IconHistoryOff, IconTrash } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'wouter'
import { TRASH_DAYS } from '#shared/deletions/trash-days.ts'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { deletedMessage } from '#shared/test-cases/case-ref.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { codeOf, messageOf } from '#src/lib/errors.ts'
import { trpc } from '#src/lib/trpc.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { NotFound } from '#src/ui/not-found.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { useProjectView } from '../projects/use-project-view.ts'
import { TrashButton } from '../trash/trash-button.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryHead } from './history-head.tsx'
import { HistoryTable } from './history-table.tsx'
import { type HistoryView, PAGE, useHistoryView } from './use-history-view.ts'

type Props = { project: ProjectOverview; role: string | null }

export default function CaseHistoryPage({ project, role }: Props) {
  const { caseRef } = useHistoryView()
  const { data, error, refetch } = trpc.testCases.byRef.useQuery({ projectId: project.id, ref: caseRef })
  // A later read that failed leaves the history on the screen, unless it says that the case is gone.
  const testCase = codeOf(error) === 'NOT_FOUND' ? undefined : data
  usePageTitle(testCase && `History of ${testCase.ref} ${testCase.name} · ${project.name}`, { isInner: true })
  return (
    <Box pt={12}>
      {testCase ? (
        <>
          <HistoryHead project={project} role={role} testCase={testCase} />
          <Runs project={project} testCase={testCase} />
        </>
      ) : error ? (
        <Missing project={project} role={role} caseRef={caseRef} error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading the history">
          <Skeleton h={28} w="min(420px, 100%)" mb="md" />
          <RowsSkeleton rows={10} height={32} />
        </div>
      )}
    </Box>
  )
}

function Runs({ project, testCase }: { project: ProjectOverview; testCase: TestCase }) {
  const view = useHistoryView()
  const { branch, environment, page } = view
  // One more than a page: the last one of the page is compared with it.
  const { data, error, isPlaceholderData, refetch } = trpc.testCases.results.useQuery(
    {
      id: testCase.id,
      limit: PAGE + 1,
      offset: page * PAGE,
      ...(branch !== null && { branch }),
      ...(environment !== null && { environment }),
    },
    { placeholderData: keepPreviousData },
  )
  return (
    <>
      <HistoryFilters project={project} view={view} />
      {data && data.length > 0 ? (
        <HistoryTable
          projectId={project.id}
          results={data}
          page={page}
          onPage={view.showPage}
          isStale={isPlaceholderData}
        />
      ) : data ? (
        <NoRuns view={view} />
      ) : error ? (
        <ErrorState message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading the runs">
          <RowsSkeleton rows={10} height={32} />
        </div>
      )}
    </>
  )
}

function NoRuns({ view: { branch, environment, page, showAll, showPage } }: { view: HistoryView }) {
  if (page > 0)
    return (
      <EmptyState icon={IconHistoryOff} title="No runs on this page" hint="The list of runs ends before it.">
        <Button variant="default" onClick={() => showPage(0)}>
          Show the newest runs
        </Button>
      </EmptyState>
    )
  if (branch === null && environment === null)
    return (
      <EmptyState
        icon={IconHistoryOff}
        title="No runs yet"
        hint="The next test run that has this case is listed here."
      />
    )
  return (
    <EmptyState icon={IconHistoryOff} title="No run matches" hint="This case has no result with this filter.">
      <Button variant="default" onClick={showAll}>
        Clear filters
      </Button>
    </EmptyState>
  )
}

type MissingProps = Props & { caseRef: string; error: unknown; onRetry: () => void }

/** Says why there is no history: the case was deleted, never existed, or could not be read. */
function Missing({ project, role, caseRef, error, onRetry }: MissingProps) {
  const { hrefs } = useProjectView(project.id)
  if (codeOf(error) !== 'NOT_FOUND' && codeOf(error) !== 'BAD_REQUEST')
    return <ErrorState message={messageOf(error, 'Failed to fetch project data')} onRetry={onRetry} />
  return messageOf(error, '') === deletedMessage(caseRef.toUpperCase()) ? (
    <EmptyState
      icon={IconTrash}
      title="This case was deleted"
      hint={`It stays in the trash for ${TRASH_DAYS} days after its deletion.`}
    >
      <TrashButton projectId={project.id} role={role} />
    </EmptyState>
  ) : (
    <NotFound title="Test case not found" hint={`This project has no test case ${caseRef}.`}>
      <Button variant="default" component={Link} href={hrefs.quality()}>
        Back to Quality
      </Button>
    </NotFound>
  )
}
