import { Box, Button, Group, Progress } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { isFailure } from '#shared/test-results/severity.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import { codeOf, messageOf } from '#src/lib/errors.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { NotFound } from '#src/ui/not-found.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'
import { leftOutText, printedCount } from './printed.ts'
import { ReportHead } from './report-head.tsx'
import { ReportSuites } from './report-suites.tsx'
import classes from './run-report.module.css'
import { SuiteResults } from './suite-results.tsx'
import { usePaperScheme } from './use-paper-scheme.ts'
import { usePrintedRun } from './use-printed-run.ts'

type Props = { projectId: string; testRunId: string }

/** A whole run for paper: failures with their details, then, unless there are too many, one line per result. */
export default function PrintPage({ projectId, testRunId }: Props) {
  const { run, results, read, error, retry } = usePrintedRun(projectId, testRunId)
  usePaperScheme()
  usePageTitle(run && `${runName(run)} · ${run.projectName}`)
  const isReady = results !== undefined
  useEffect(() => {
    // In the next frame the rows are laid out.
    if (isReady) requestAnimationFrame(() => window.print())
  }, [isReady])
  if (error)
    return (
      <main className={classes.page}>
        {codeOf(error) === 'NOT_FOUND' ? (
          <NotFound isPage title="Test run not found" hint="It may have been deleted, or belong to another project.">
            <Button variant="default" component={Link} href={`/projects/${projectId}?tab=runs`}>
              Back to Test Runs
            </Button>
          </NotFound>
        ) : (
          <ErrorState message={messageOf(error, 'The run could not be read')} onRetry={retry} />
        )}
      </main>
    )
  const wanted = run ? printedCount(run.summary) : 0
  if (!run || !results)
    return (
      <main className={classes.page} role="status" aria-label="Reading the results">
        <p>{run ? `Reading ${formatNumber(read)} of ${formatNumber(wanted)} results` : 'Reading the run'}</p>
        <Progress value={(read / Math.max(1, wanted)) * 100} aria-label="Results read" />
      </main>
    )
  const failures = results.filter(({ status }) => isFailure(status))
  const leftOut = leftOutText(run.summary)
  return (
    <div className={classes.page}>
      <Group className={classes.screen} justify="space-between" mb={12} c="dimmed">
        <Box component="span" fw={600}>
          Assay
        </Box>
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      <main>
        <ReportHead run={run} />
        {leftOut !== null && (
          <Box py={8} fw={600}>
            {leftOut}
          </Box>
        )}
        {failures.length > 0 && (
          <section className={classes.section} aria-labelledby="failures">
            <h2 id="failures">{formatCount(failures.length, 'failure')}</h2>
            <SuiteResults results={failures} />
          </section>
        )}
        <ReportSuites suites={run.suites} />
        {leftOut === null && (
          <section className={classes.section} aria-labelledby="results">
            <h2 id="results">All results</h2>
            <SuiteResults results={results} isBrief />
          </section>
        )}
      </main>
    </div>
  )
}
