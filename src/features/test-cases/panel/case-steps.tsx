import { Table } from '@mantine/core'
import type { CaseStep } from '#shared/test-cases/test-case.ts'
import { Markdown } from '#src/ui/markdown.tsx'
import { PanelTable } from '#src/ui/panel-table.tsx'

export function CaseSteps({ steps }: { steps: readonly CaseStep[] }) {
  return (
    <PanelTable label="Steps" heads={['#', 'Step', 'Expected']}>
      {steps.map(({ action, expected }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a step has no identity
        <Table.Tr key={index}>
          <Table.Td>{index + 1}</Table.Td>
          <Table.Td w="50%">
            <Markdown text={action} />
          </Table.Td>
          <Table.Td>{expected !== '' && <Markdown text={expected} />}</Table.Td>
        </Table.Tr>
      ))}
    </PanelTable>
  )
}
