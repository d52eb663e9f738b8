import { Box, NativeSelect, Stack, Table, Text, Title } from '@mantine/core'
import type { ImportColumn, MappedField } from '#shared/imports/import.ts'
import { PanelTable } from '#src/ui/panel-table.tsx'
import { FIELD_NAMES } from './formats.ts'
import { mapColumn } from './import-session.ts'
import classes from './imports.module.css'

const CHOICES = [
  { value: '', label: 'Keep aside' },
  ...Object.entries(FIELD_NAMES).map(([value, label]) => ({ value, label })),
]

type Props = { columns: readonly ImportColumn[]; isChanged: boolean }

/** The columns of a table, and the field that each becomes. */
export function ColumnTable({ columns, isChanged }: Props) {
  const isRemembered = !isChanged && columns.some(({ field, guess }) => field !== guess)
  return (
    <Stack gap={4}>
      <Title order={3}>Columns</Title>
      <Text c="dimmed" size="sm">
        {isRemembered ? 'As in the last import of this project.' : 'Guessed from their names.'} Your choice is
        remembered for the next import.
      </Text>
      <PanelTable label="Columns" heads={['No.', 'Column', 'Examples', 'Becomes']} className={classes.columns}>
        {columns.map((column, index) => (
          <Table.Tr key={column.name}>
            <Table.Td>{index + 1}</Table.Td>
            <Table.Td className="breakable" fw={500} dir="auto">
              {column.name}
              <Box component="span" display="block" c="dimmed" fw={400} fz="sm" hiddenFrom="sm">
                <Examples of={column} />
              </Box>
            </Table.Td>
            <Table.Td className="breakable" c="dimmed" dir="auto">
              <Examples of={column} />
            </Table.Td>
            <Table.Td>
              <NativeSelect
                size="xs"
                aria-label={`Field of ${column.name}`}
                data={CHOICES}
                value={column.field ?? ''}
                onChange={(event) => void mapColumn(column.name, fieldOf(event.currentTarget.value))}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </PanelTable>
    </Stack>
  )
}

const fieldOf = (value: string) => (value === '' ? null : (value as MappedField))

const Examples = ({ of: { samples } }: { of: ImportColumn }) =>
  samples.length === 0 ? 'empty' : samples.map((sample) => sample.replaceAll(/\s+/g, ' ')).join(' · ')
