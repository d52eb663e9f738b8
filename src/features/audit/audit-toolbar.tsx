import { Button, Menu, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useRef } from 'react'
import { ACTION_NAMES, actionLabel } from '#shared/audit/actions.ts'
import { AUDIT_FORMATS, type AuditEvent } from '#shared/audit/audit-event.ts'
import { SearchField } from '#src/ui/search-field.tsx'
import classes from './audit.module.css'
import { actorWords } from './event-words.ts'
import { exportEvents } from './use-audit.ts'
import type { useAuditView } from './use-audit-view.ts'

type Props = {
  projectId: string | undefined
  view: ReturnType<typeof useAuditView>
  events: readonly AuditEvent[]
}

const ACTIONS = ACTION_NAMES.map((value) => ({ value, label: actionLabel(value) })).toSorted((a, b) =>
  a.label.localeCompare(b.label, 'en'),
)

/** The search, the filters and the export of the log. */
export function AuditToolbar({ projectId, view, events }: Props) {
  const { values, set } = view
  const field = useRef<HTMLInputElement>(null)
  const day = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      size="xs"
      aria-label={label}
      value={values[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <div role="group" aria-label="Filter events" className={classes.toolbar}>
      <SearchField
        ref={field}
        label="Search events"
        text={values.q}
        onSearch={(q, options) => set({ q }, options)}
        onLeave={() => field.current?.blur()}
      />
      <NativeSelect
        aria-label="Action"
        size="xs"
        value={values.action}
        onChange={(event) => set({ action: event.currentTarget.value })}
        data={[{ value: '', label: 'All actions' }, ...ACTIONS]}
      />
      <NativeSelect
        aria-label="Who"
        size="xs"
        value={values.by}
        onChange={(event) => set({ by: event.currentTarget.value })}
        data={[{ value: '', label: 'Anybody' }, ...actorsOf(events, values.by)]}
      />
      {day('from', 'From')}
      {day('to', 'Until')}
      <Menu position="bottom-end" withInitialFocusPlaceholder>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            rightSection={<IconChevronDown size={12} aria-hidden />}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {AUDIT_FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => void exportEvents(projectId, view.filter, format)}>
              {format === 'csv' ? 'CSV' : 'JSON lines'}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

/** The actors of the shown events, and the chosen one. */
function actorsOf(events: readonly AuditEvent[], chosen: string): { value: string; label: string }[] {
  const actors = new Map(chosen ? [[chosen, 'One person']] : [])
  for (const { actor } of events) if (actor.id !== null) actors.set(actor.id, actorWords(actor))
  return Array.from(actors, ([value, label]) => ({ value, label }))
}
