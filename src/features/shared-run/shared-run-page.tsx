import { Box, Group, Skeleton, Button } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { runName } from '#shared/test-runs/run-name.ts'
import { formatDate, formatCount, formatNumber } from '#src/lib/format.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'
import { ThemeToggle } from '#src/ui/theme-toggle.tsx'
import { ReportHead, type ReportRun } from './report-head.tsx'
import { ResultPages } from './result-pages.tsx'
import classes from './run-report.module.css'
import { LinkEnded, useSharedRun } from './shared-query.ts'
import { usePaperScheme } from './use-paper-scheme.ts'
import { PAGE, useResultView } from './use-result-view.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { SuiteResults } from './suite-results.tsx'

/** A shared run. Nothing on the page needs an account, and nothing can be changed. */
export default function SharedRunPage({ token }: { token: string }) {
  const { statuses, page } = useResultView()
  const shown = useSharedRun(token, { statuses, limit: PAGE, offset: page * PAGE })
  const { data: run, error, refetch, isPlaceholderData: isStale } = shown
  usePaperScheme()
  usePageTitle(run ? `${runName(run)} · ${run.projectName}` : error instanceof LinkEnded ? 'Link not valid' : undefined)
  return (
    <div className={classes.page}>
      <Group className={classes.screen} justify="space-between" mb={12} c="dimmed">
        <Box component="span" fw={600}>
          Assay
        </Box>
        <ThemeToggle />
      </Group>
      <main>
        {error instanceof LinkEnded ? (
          <Ended />
        ) : run ? (
          <>
            <ReportHead run={run} />
            {statuses.length === 0 && page === 0 && <Failures token={token} run={run} />}
            <ResultPages run={run} isStale={isStale} />
            <Box component="footer" mt={24} c="dimmed" fz="sm">
              Read-only. This link works until {formatDate(run.expiresAt)}.
            </Box>
          </>
        ) : error ? (
          <ErrorState message="The run could not be read" onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </main>
    </div>
  )
}

const Ended = () => (
  <EmptyState
    icon={IconLinkOff}
    title="This link is not valid any more"
    hint="It has expired, was ended, or is incomplete. Ask the person who sent it for a new one."
  />
)

const Loading = () => (
  <div role="status" aria-label="Loading the run">
    <Skeleton h={28} w="60%" mb="md" />
    <Skeleton h={24} w={160} mb="md" />
    <Skeleton h={10} mb="md" />
    <Skeleton h={240} />
  </div>
)

const FAILING: readonly ResultStatus[] = ['failed', 'error']
/** Further failures are on the pages of failed results. */
const SHOWN = 50

function Failures({ token, run }: { token: string; run: ReportRun }) {
  const { show } = useResultView()
  const count = run.summary.failed + run.summary.error
  if (count === 0) return null
  return (
    <section className={classes.section} aria-labelledby="failures">
      <h2 id="failures">{formatCount(count, 'failure')}</h2>
      <FirstFailures token={token} />
      {count > SHOWN && (
        <Button variant="default" onClick={() => show(FAILING, 0)}>
          Show all {formatNumber(count)}
        </Button>
      )}
    </section>
  )
}

function FirstFailures({ token }: { token: string }) {
  const { data, error, refetch } = useSharedRun(token, { statuses: FAILING, limit: SHOWN, offset: 0 })
  if (data) return <SuiteResults results={data.results} />
  return error ? (
    <ErrorState message="The failures could not be read" onRetry={() => void refetch()} />
  ) : (
    <Skeleton h={120} />
  )
}
