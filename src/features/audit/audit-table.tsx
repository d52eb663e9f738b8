import { Table } from '@mantine/core'
import type { AuditEvent } from '#shared/audit/audit-event.ts'
import { moveByKey } from '#src/ui/move-by-key.ts'
import { AuditRow } from './audit-row.tsx'
import classes from './audit.module.css'

type Props = {
  events: readonly AuditEvent[]
  hasProject: boolean
  /** Whether the rows are still those of another filter. */
  isStale: boolean
  onActor: (id: string) => void
}

/** The heads with their widths. */
const HEADS = { Time: 116, Who: '22%', What: undefined, Target: '26%', Project: '16%' }

/** Events, newest first. ↑ ↓ Home End move between them, Enter shows the details of one. */
export function AuditTable({ events, hasProject, isStale, onActor }: Props) {
  const heads = Object.entries(HEADS).filter(([head]) => hasProject || head !== 'Project')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its buttons bubble
    <Table
      className={classes.table}
      layout="fixed"
      fz="md"
      aria-label="Events"
      aria-busy={isStale}
      onKeyDown={(event) => moveByKey(event, '[data-event]')}
    >
      <Table.Thead className="unseen-on-phone">
        <Table.Tr>
          {heads.map(([head, width]) => (
            <Table.Th key={head} scope="col" w={width}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {events.map((event) => (
          <AuditRow key={event.id} event={event} hasProject={hasProject} onActor={onActor} />
        ))}
      </Table.Tbody>
    </Table>
  )
}
