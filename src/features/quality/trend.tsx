import { ChartTooltip, LineChart } from '@mantine/charts'
import { Table } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatDateTime, formatDay } from '#src/lib/format.ts'
import { Time } from '#src/ui/time.tsx'
import { AsTable } from './as-table.tsx'
import { Nothing, Part } from './part.tsx'
import type { QualityLinks } from './quality-links.ts'
import tables from './tables.module.css'
import type { Point } from './trend-points.ts'
import classes from './trends.module.css'

type Props = {
  title: string
  /** Oldest first. */
  points: Point[]
  format: (value: number) => string
  color: string
  domain: [number, number | 'auto']
  links: QualityLinks
}

export function Trend({ title, points, format, color, domain, links }: Props) {
  const [isTable, setTable] = useState(false)
  return (
    <Part
      title={title}
      actions={
        <AsTable isTable={isTable} onChange={setTable} aria-label={`Show ${title} as ${isTable ? 'chart' : 'table'}`} />
      }
    >
      {points.length === 0 ? (
        <Nothing>No run of these has any.</Nothing>
      ) : isTable ? (
        <PointTable title={title} points={points} format={format} links={links} />
      ) : (
        <div role="img" aria-label={`${title} of the last ${points.length} runs, ${rangeText(points, format)}`}>
          <LineChart
            className={classes.chart ?? ''}
            data={points.map(({ value }, index) => ({ index, value }))}
            dataKey="index"
            series={[{ name: 'value', label: title, color }]}
            curveType="linear"
            strokeWidth={2}
            dotProps={{ r: 2 }}
            gridAxis="y"
            valueFormatter={format}
            xAxisProps={{ tickFormatter: (index: number) => formatDay(points[index]?.at ?? ''), minTickGap: 32 }}
            yAxisProps={{ domain, width: 56 }}
            tooltipAnimationDuration={0}
            tooltipProps={{ content: <TrendTooltip points={points} title={title} format={format} /> }}
            lineProps={{ isAnimationActive: false }}
            // The library's arrow keys would be a second way through the chart: the table is the first.
            lineChartProps={{ accessibilityLayer: false }}
          />
        </div>
      )}
    </Part>
  )
}

type TooltipProps = Pick<Props, 'points' | 'title' | 'format'> & {
  /** Added by the library: the index of the point, and its value. */
  label?: number
  payload?: readonly Record<string, unknown>[]
}

function TrendTooltip({ points, title, format, label, payload }: TooltipProps) {
  const point = points[label ?? -1]
  return (
    point && (
      <ChartTooltip
        label={`${point.name}, ${formatDateTime(point.at)}`}
        payload={[...(payload ?? [])]}
        series={[{ name: 'value', label: title }]}
        valueFormatter={format}
      />
    )
  )
}

/** 'from 93% to 96%' */
const rangeText = (points: Point[], format: Props['format']) =>
  `from ${format(points[0]?.value ?? 0)} to ${format(points.at(-1)?.value ?? 0)}`

function PointTable({ title, points, format, links }: Pick<Props, 'title' | 'points' | 'format' | 'links'>) {
  return (
    <div className={classes.table}>
      <Table className={tables.table} aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Run</Table.Th>
            <Table.Th>Started</Table.Th>
            <Table.Th className={tables.number}>{title}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.toReversed().map(({ runId, name, at, value }) => (
            <Table.Tr key={runId}>
              <Table.Th scope="row">
                <Link href={links.run(runId)} className={`${tables.link} breakable`}>
                  {name}
                </Link>
              </Table.Th>
              <Table.Td>
                <Time iso={at} as="moment" />
              </Table.Td>
              <Table.Td className={tables.number}>{format(value)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
