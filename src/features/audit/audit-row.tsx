import { Button, Group, Table, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import { actionLabel } from '#shared/audit/actions.ts'
import type { AuditEvent } from '#shared/audit/audit-event.ts'
import { formatToSecond } from '#src/lib/format.ts'
import { Chevron } from '#src/ui/chevron.tsx'
import { Fact } from '#src/ui/fact.tsx'
import { Time } from '#src/ui/time.tsx'
import classes from './audit.module.css'
import { actorWords, changesOf, targetWords, valueWords } from './event-words.ts'

type Props = {
  event: AuditEvent
  hasProject: boolean
  /** Shows only what this actor did. */
  onActor: (id: string) => void
}

/** An event on one line, on a phone on three. Its button shows the rest. */
export function AuditRow({ event, hasProject, onActor }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const who = actorWords(event.actor)
  const target = targetWords(event)
  return (
    <>
      <Table.Tr data-open={isOpen || undefined}>
        <Table.Td data-column="time" title={formatToSecond(event.at)}>
          <Time iso={event.at} as="short" />
        </Table.Td>
        <Table.Td data-column="who" dir="auto" title={who}>
          {who}
        </Table.Td>
        <Table.Th scope="row" data-column="what">
          <UnstyledButton
            className={classes.toggle}
            data-event
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron isOpen={isOpen} size={14} />
            {actionLabel(event.action)}
          </UnstyledButton>
        </Table.Th>
        <Table.Td data-column="target" dir="auto" title={target ?? undefined}>
          {target}
        </Table.Td>
        {hasProject && (
          <Table.Td data-column="project" dir="auto" title={event.project?.name ?? undefined}>
            {event.project?.name}
          </Table.Td>
        )}
      </Table.Tr>
      {isOpen && (
        <Table.Tr id={id} className={classes.details}>
          <Table.Td colSpan={hasProject ? 5 : 4}>
            <Details event={event} onActor={onActor} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

function Details({ event, onActor }: Pick<Props, 'event' | 'onActor'>) {
  const changes = changesOf(event)
  const { actor } = event
  return (
    <>
      {changes.length > 0 && (
        <Table className={classes.changes} aria-label="Changed fields" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              {['Field', 'Before', 'After'].map((head) => (
                <Table.Th key={head} scope="col">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ field, before, after }) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{field}</Table.Th>
                <Table.Td dir="auto">{event.before && valueWords(before)}</Table.Td>
                <Table.Td dir="auto">{event.after && valueWords(after)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group component="dl" gap="4px 24px" m={0} align="flex-start">
        <Fact term="Time">{formatToSecond(event.at)}</Fact>
        <Fact term="Action">{event.action}</Fact>
        {actor.credential && <Fact term="Credential">{actor.credential}</Fact>}
        {event.network && <Fact term="Network">{event.network}</Fact>}
        {event.email && <Fact term="Address">{event.email}</Fact>}
        {event.isErased && <Fact term="Erased">An address or network was erased</Fact>}
        {event.target && <Fact term={`Id of the ${event.target.kind}`}>{event.target.id}</Fact>}
        {event.requestId && <Fact term="Request">{event.requestId}</Fact>}
        <Fact term="Event">{event.id}</Fact>
      </Group>
      {actor.id !== null && (
        <Button mt={8} maw="100%" size="compact-sm" variant="default" onClick={() => onActor(actor.id as string)}>
          Show only what {actorWords(actor)} did
        </Button>
      )}
    </>
  )
}
