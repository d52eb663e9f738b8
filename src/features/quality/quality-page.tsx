import { Alert, Group, Skeleton, Stack } from '@mantine/core'
import { IconChartBar, IconHourglass } from '@tabler/icons-react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { messageOf } from '#src/lib/errors.ts'
import { formatCount } from '#src/lib/format.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Overview } from './overview.tsx'
import { useQualityLinks } from './quality-links.ts'
import classes from './quality-page.module.css'
import { useQuality } from './use-quality.ts'

type Props = { project: ProjectOverview; role: string | null }

export default function QualityPage({ project, role }: Props) {
  const { data, error, refetch } = useQuality(project.id)
  const links = useQualityLinks(project.id)
  const last = data?.trend.at(-1)
  return (
    <Stack gap={12} pt={12}>
      {data && data.runsToCount > 0 && <Counting runs={data.runsToCount} />}
      {data && last ? (
        <Overview projectId={project.id} role={role} overview={data} last={last} links={links} />
      ) : data?.runsToCount === 0 ? (
        <EmptyState
          icon={IconChartBar}
          title="No completed test runs yet"
          hint="Complete a test run, or send a report: this page then shows whether things get better, what fails and what is flaky."
        />
      ) : error ? (
        <ErrorState message={messageOf(error, 'Failed to fetch the overview')} onRetry={() => void refetch()} />
      ) : (
        <QualitySkeleton />
      )}
    </Stack>
  )
}

/** Shown after an update of the server, until earlier runs are counted. */
const Counting = ({ runs }: { runs: number }) => (
  <Alert color="blue" role="status" icon={<IconHourglass aria-hidden />}>
    Counting {formatCount(runs, 'earlier run')}: the numbers below are not complete yet.
  </Alert>
)

/** Has the sizes of the loaded screen, so that nothing shifts. */
function QualitySkeleton() {
  return (
    <Stack gap={12} pt={12} style={{ paddingTop: 0 }} role="status" aria-busy aria-label="Loading the overview">
      <Group gap={12} wrap="nowrap" align="start" h={100}>
        <Skeleton h={40} w={40} style={{ flex: 'none' }} />
        <div style={{ width: '100%' }}>
          <Skeleton h={24} w="min(480px, 100%)" mb={8} />
          <Skeleton h={16} w="min(360px, 100%)" />
        </div>
      </Group>
      <div className={classes.top}>
        <Skeleton h={229} />
        <Skeleton h={229} />
      </div>
      <Skeleton h={200} />
    </Stack>
  )
}
