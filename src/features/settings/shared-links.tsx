import { Anchor, Box, Group, Paper, Text } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { ProjectShare } from '#shared/shares/share.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import { pathOfRun } from '#src/lib/project-paths.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { ask } from '#src/ui/confirm.tsx'
import { Fetched } from '#src/ui/fetched.tsx'
import { removes } from '#src/ui/focus-after-removal.ts'
import { Section } from '#src/ui/section.tsx'
import { Time } from '#src/ui/time.tsx'
import classes from './shared-links.module.css'

/** The active links to runs of a project. The owner can end each of them, or all. */
export function SharedLinks({ projectId }: { projectId: string }) {
  const query = trpc.shares.list.useQuery({ id: projectId }, { staleTime: 0 })
  return (
    <Section
      title="Shared Links"
      hint="Read-only links to runs, made with Share on a run. A link ends when the person who made it leaves the project."
      lists="shared link"
    >
      <Fetched query={query} failure="The links could not be read">
        {(shares) => <Links projectId={projectId} shares={shares} />}
      </Fetched>
    </Section>
  )
}

function Links({ projectId, shares }: { projectId: string; shares: ProjectShare[] }) {
  const endAll = trpc.shares.endAll.useMutation(useEnding('All links ended', 'Failed to end the links'))
  const askAndEndAll = () => {
    const text = 'Are you sure you want to end all links to runs of this project? They stop working at once.'
    ask({ title: 'End All Links', text, action: 'End All' }, () => endAll.mutate({ id: projectId }))
  }
  if (shares.length === 0) return <Text>No shared links</Text>
  return (
    <>
      <Paper component="ul" withBorder className="plain-list" aria-label="Shared links">
        {shares.map((share) => (
          <LinkRow key={share.testRun.id} projectId={projectId} share={share} />
        ))}
      </Paper>
      {shares.length > 1 && (
        <div>
          <BusyButton
            variant="default"
            {...removes('shared link')}
            leftSection={<IconLinkOff size={16} aria-hidden />}
            isBusy={endAll.isPending}
            onClick={askAndEndAll}
          >
            End All Links
          </BusyButton>
        </div>
      )}
    </>
  )
}

function LinkRow({ projectId, share }: { projectId: string; share: ProjectShare }) {
  const { testRun, createdBy, createdAt, expiresAt } = share
  const end = trpc.shares.end.useMutation(useEnding('Link ended', 'Failed to end the link'))
  const name = runName(testRun)
  const askAndEnd = () => {
    const text = `Are you sure you want to end the link to ${testRun.ref}? It stops working at once.`
    ask({ title: 'End Link', text, action: 'End' }, () => end.mutate({ testRunId: testRun.id }))
  }
  return (
    <Group component="li" className={classes.row} wrap="nowrap" justify="space-between" gap="sm">
      <Box miw={0}>
        <Anchor component={Link} href={pathOfRun(projectId, testRun.id)} className="breakable">
          {testRun.ref} {name}
        </Anchor>
        <Text c="dimmed" size="sm" className="breakable">
          Made by <bdi>{createdBy.name}</bdi> on <Time iso={createdAt} />, ends <Time iso={expiresAt} />
        </Text>
      </Box>
      <BusyButton
        size="compact-sm"
        variant="default"
        flex="none"
        aria-label={`End the link to ${testRun.ref}`}
        {...removes('shared link')}
        leftSection={<IconLinkOff size={16} aria-hidden />}
        isBusy={end.isPending}
        onClick={askAndEnd}
      >
        End
      </BusyButton>
    </Group>
  )
}

/** Refetches the list even after a failure: somebody else may have ended the link. */
function useEnding(success: string, failure: string) {
  const { shares } = trpc.useUtils()
  return { ...withToasts({ success, failure }), onSettled: () => shares.invalidate() }
}
