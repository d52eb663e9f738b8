import { Box, Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ImportPreview, PlannedChange, RefusedRow } from '#shared/imports/import.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'
import { Fact } from '#src/ui/fact.tsx'
import { PanelTable } from '#src/ui/panel-table.tsx'
import { FIELD_NAMES } from './formats.ts'

/** How many rows a list shows at first. */
const FIRST = 5

type ListProps<T> = {
  title: string
  hint?: string
  heads: readonly string[]
  rows: readonly T[]
  /** How many there are in all. The server lists at most 1,000. */
  count: number
  children: (row: T) => ReactNode
}

/** A list of rows of the file. A button shows those after the first ones. */
function Rows<T extends { row: number }>({ title, hint, heads, rows, count, children }: ListProps<T>) {
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0) return null
  const shown = isWhole ? rows : rows.slice(0, FIRST)
  return (
    <Stack gap={4}>
      <Title order={3}>{title}</Title>
      {hint && (
        <Text c="dimmed" size="sm">
          {hint}
        </Text>
      )}
      <PanelTable label={title} heads={heads}>
        {shown.map((row, index) => (
          // A row may be refused for several reasons.
          // oxlint-disable-next-line react/no-array-index-key
          <Table.Tr key={`${row.row} ${index}`}>
            <Table.Td>{formatNumber(row.row)}</Table.Td>
            {children(row)}
          </Table.Tr>
        ))}
      </PanelTable>
      <Group gap="sm">
        {rows.length > FIRST && (
          <Button variant="default" size="compact-sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show ${formatNumber(rows.length - FIRST)} more`}
          </Button>
        )}
        {(isWhole || rows.length <= FIRST) && count > rows.length && (
          <Text c="dimmed" size="sm">
            and {formatCount(count - rows.length, 'other')}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

const messageOf = ({ message }: RefusedRow) => (
  <Table.Td className="breakable" dir="auto">
    {message}
  </Table.Td>
)

type Notes = Pick<ImportPreview, 'refused' | 'refusedCount' | 'notes' | 'kept' | 'pictures'>

export function RefusedRows({ of: { refused, refusedCount } }: { of: Notes }) {
  return (
    <Rows
      title={`${formatCount(refusedCount, 'row')} refused`}
      heads={['Row', 'Problem']}
      rows={refused}
      count={refusedCount}
    >
      {messageOf}
    </Rows>
  )
}

/** Values that the import changes, and fields that cases here do not have. */
export function ImportNotes({ of: { notes, kept, pictures } }: { of: Notes }) {
  return (
    <>
      <Rows title="Imported otherwise than written" heads={['Row', 'What differs']} rows={notes} count={notes.length}>
        {messageOf}
      </Rows>
      {kept.length > 0 && (
        <Stack gap={4}>
          <Title order={3}>Kept aside</Title>
          <Text c="dimmed" size="sm">
            These fields have no place here. Each case keeps them, and exports and the API return them.
          </Text>
          <Group component="dl" gap="4px 20px" m={0}>
            {kept.map(({ name, count }) => (
              <Fact key={name} term={name}>
                {formatCount(count, 'case')}
              </Fact>
            ))}
          </Group>
        </Stack>
      )}
      {pictures > 0 && (
        <Text c="dimmed" size="sm">
          {formatCount(pictures, 'picture')} in texts {pictures === 1 ? 'stays a link' : 'stay links'} to the place they
          are at now.
        </Text>
      )}
    </>
  )
}

type Changes = Pick<ImportPreview, 'changes' | 'created' | 'updated' | 'suitesCreated'>

/** The cases that the import creates or changes. */
export function PlannedChanges({ of: { changes, created, updated, suitesCreated } }: { of: Changes }) {
  const hint = suitesCreated > 0 ? `${formatCount(suitesCreated, 'new suite')}.` : undefined
  return (
    <Rows
      title="What changes"
      {...(hint && { hint })}
      heads={['Row', 'Case', 'Change']}
      rows={changes}
      count={created + updated}
    >
      {({ kind, suite, name, ref, fields }: PlannedChange) => (
        <>
          <Table.Td className="breakable" dir="auto">
            {ref && (
              <Box component="span" c="dimmed">
                {ref}{' '}
              </Box>
            )}
            {name}
            <Box c="dimmed" fz="sm">
              {suite}
            </Box>
          </Table.Td>
          <Table.Td className="breakable" w="34%">
            {kind === 'create' ? 'New' : fields.map(nameOf).join(', ')}
          </Table.Td>
        </>
      )}
    </Rows>
  )
}

/** Fields of a case that no column can be mapped to. */
const OTHER_FIELDS: Record<string, string> = { extras: 'Fields kept aside', steps: 'Steps' }

const nameOf = (field: string) => OTHER_FIELDS[field] ?? (FIELD_NAMES as Record<string, string>)[field] ?? field
