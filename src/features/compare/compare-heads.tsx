import { ActionIcon, Anchor, Box, Group, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { Link } from 'wouter'
import { passRate } from '#shared/test-runs/summary.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { formatShare } from '#src/lib/format.ts'
import { ResultBar } from '#src/ui/result-bar.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { Time } from '#src/ui/time.tsx'
import { useProjectView } from '../projects/use-project-view.ts'
import classes from './compare.module.css'
import { RunChooser } from './run-chooser.tsx'

type Props = {
  projectId: string
  run: TestRunListItem | undefined
  /** Undefined while loading, null for none. */
  base: TestRunListItem | null | undefined
  isDefaultBase: boolean
}

export function CompareHeads({ projectId, run, base, isDefaultBase }: Props) {
  const { showCompare } = useProjectView(projectId)
  return (
    <div className={classes.heads}>
      <div>
        <RunChooser
          label="Base"
          projectId={projectId}
          shown={base}
          otherId={run?.id}
          byDefault={isDefaultBase}
          onChoose={(id) => run && showCompare(id, run.id)}
        />
        {base && <RunFacts run={base} />}
      </div>
      <ActionIcon
        variant="default"
        size={28}
        className={classes.swap}
        aria-label="Swap the runs"
        title="Swap the runs"
        disabled={!run || !base}
        onClick={() => run && base && showCompare(run.id, base.id)}
      >
        <IconArrowsExchange size={16} aria-hidden />
      </ActionIcon>
      <div>
        <RunChooser
          label="Run"
          projectId={projectId}
          shown={run}
          otherId={base?.id}
          onChoose={(id) => id !== null && showCompare(isDefaultBase ? null : (base?.id ?? null), id)}
        />
        {run && <RunFacts run={run} />}
      </div>
    </div>
  )
}

function RunFacts({ run }: { run: TestRunListItem }) {
  const { hrefs } = useProjectView(run.projectId)
  const rate = passRate(run.summary)
  return (
    <Group gap="2px 10px" mih={28} c="dimmed" fz="sm">
      <Anchor component={Link} href={hrefs.run(run.id)} inherit lh="24px">
        Open {run.ref}
      </Anchor>
      <Group component="span" gap={4} wrap="nowrap">
        <StatusMark status={run.status} size={14} />
        {run.status}
      </Group>
      <Time iso={run.createdAt} as="short" />
      {[run.branch, run.environment]
        .filter((text) => text !== null)
        .map((text) => (
          <Text span inherit truncate key={text} maw={140} dir="auto">
            {text}
          </Text>
        ))}
      <Box w={120}>
        <ResultBar summary={run.summary} label={run.ref} />
      </Box>
      {rate !== null && <span>{formatShare(rate)} passed</span>}
    </Group>
  )
}
