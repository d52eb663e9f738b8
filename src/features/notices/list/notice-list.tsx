import { Anchor, Button, Group, Stack, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { Notice } from '#shared/notices/notice.ts'
import { pathOfRun } from '#src/lib/project-paths.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { Time } from '#src/ui/time.tsx'
import classes from './notice-list.module.css'
import { useNotices } from './use-notices.ts'

export default function NoticeList({ onClose }: { onClose: () => void }) {
  const { notices, error, retry, read, readAll } = useNotices()
  const isUnread = notices?.some(({ readAt }) => readAt === null) ?? false
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h4" tabIndex={-1} data-autofocus>
          Notices
        </Title>
        {isUnread && (
          <Button size="compact-sm" variant="subtle" onClick={readAll}>
            Mark all as read
          </Button>
        )}
      </Group>
      {error !== null ? (
        <ErrorState message={error} onRetry={retry} />
      ) : notices === undefined ? (
        <RowsSkeleton rows={4} height={56} />
      ) : notices.length === 0 ? (
        <EmptyState
          icon={IconBell}
          title="Nothing yet"
          hint="You are told when cases are assigned to you, a run that you started has ended, or a case that you wrote fails."
        />
      ) : (
        <Stack component="ul" gap={2} m={0} p={0} className={classes.list}>
          {notices.map((notice) => (
            <li key={notice.id}>
              <Entry
                notice={notice}
                onOpen={() => {
                  read(notice)
                  onClose()
                }}
              />
            </li>
          ))}
        </Stack>
      )}
      <Anchor component={Link} href="/profile" size="sm" lh="24px" mih={24} onClick={onClose}>
        Choose what you are told
      </Anchor>
    </Stack>
  )
}

function Entry({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { projectId, projectName, testRun, text, cases, createdAt, readAt } = notice
  const href = pathOfRun(projectId, testRun.id)
  return (
    <UnstyledButton
      component={Link}
      href={href}
      className={classes.entry}
      data-unread={readAt === null || undefined}
      onClick={onOpen}
    >
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed" className="one-line" dir="auto">
          {projectName} · {testRun.ref} {testRun.name}
        </Text>
        <Text size="sm" c="dimmed" flex="none">
          <Time iso={createdAt} as="relative" />
        </Text>
      </Group>
      <Text fw={readAt === null ? 600 : undefined} className="breakable">
        {readAt === null && <VisuallyHidden component="span">Unread: </VisuallyHidden>}
        {text}
      </Text>
      {cases.map(({ ref, name }) => (
        <Text key={ref} size="sm" className="one-line" dir="auto">
          {ref} {name}
        </Text>
      ))}
    </UnstyledButton>
  )
}
