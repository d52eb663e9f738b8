import { Table } from '@mantine/core'
import type { CaseStep } from '#shared/test-cases/test-case.ts'
import { Markdown } from '#src/ui/markdown.tsx'
import classes from './case-body.module.css'

export function CaseSteps({ steps }: { steps: readonly CaseStep[] }) {
  return (
    <Table className={classes.table} aria-label="Steps" fz="md" lh="inherit" withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>#</Table.Th>
          <Table.Th>Step</Table.Th>
          <Table.Th>Expected</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {steps.map(({ action, expected }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a step has no identity
          <Table.Tr key={index}>
            <Table.Td>{index + 1}</Table.Td>
            <Table.Td>
              <Markdown text={action} />
            </Table.Td>
            <Table.Td>{expected !== '' && <Markdown text={expected} />}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
