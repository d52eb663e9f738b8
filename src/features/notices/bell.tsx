import { ActionIcon, Badge, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useWhenIdle } from '#src/ui/when-idle.ts'
import classes from './bell.module.css'

const NoticeList = lazyPart(() => import('./list/notice-list.tsx'))

const REFETCH_MS = 60_000

/** What the user is told, behind a bell with the number of unread notices. */
export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const unread = useUnread()
  const label = unread > 0 ? `Notices, ${formatNumber(unread)} unread` : 'Notices'
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon
          className={classes.bell}
          aria-label={label}
          aria-haspopup="dialog"
          title={label}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBell size={16} aria-hidden />
          {unread > 0 && (
            <Badge className={classes.count} size="xs" circle={unread < 10} aria-hidden>
              {unread > 99 ? '99+' : unread}
            </Badge>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.list} aria-label="Notices">
        <NoticeList onClose={() => setOpen(false)} onFailure={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Live streams bring the number. Pages without one ask once they are idle, and then each minute. */
function useUnread(): number {
  const [isIdle, setIdle] = useState(false)
  useWhenIdle(async () => setIdle(true))
  const options = { enabled: isIdle, refetchInterval: REFETCH_MS, staleTime: REFETCH_MS }
  return trpc.notices.unread.useQuery(undefined, options).data?.unread ?? 0
}
