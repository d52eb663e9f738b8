import { Table } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import classes from './panel-table.module.css'

type Props = {
  label: string
  heads: readonly string[]
  /** The focus may be moved to it. */
  ref?: Ref<HTMLTableElement>
  className?: string | undefined
  children: ReactNode
}

export function PanelTable({ label, heads, ref, className = '', children }: Props) {
  return (
    <Table
      ref={ref ?? null}
      className={`${classes.table} ${className}`}
      aria-label={label}
      fz="md"
      lh="inherit"
      withRowBorders={false}
      tabIndex={ref ? -1 : undefined}
    >
      <Table.Thead>
        <Table.Tr>
          {heads.map((head) => (
            <Table.Th key={head} scope="col">
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  )
}
