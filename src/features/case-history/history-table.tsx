import { Button, Group, Table } from '@mantine/core'
import type { CaseResult } from '#shared/test-runs/test-run.ts'
import { formatNumber } from '#src/lib/format.ts'
import { moveByKey } from '#src/ui/move-by-key.ts'
import classes from './case-history.module.css'
import { HistoryRow } from './history-row.tsx'
import { PAGE } from './use-history-view.ts'

type Props = {
  projectId: string
  results: readonly CaseResult[]
  page: number
  onPage: (page: number) => void
  /** Whether the rows are still those of another page. */
  isStale: boolean
}

const HEADS = {
  Run: undefined,
  Branch: 96,
  Environment: 96,
  Status: 128,
  Value: '16%',
  Duration: 112,
  Attempts: 72,
  By: 120,
  When: 120,
}

/** The results of a case over its runs, newest first. ↑ ↓ Home End move between the runs. */
export function HistoryTable({ projectId, results, page, onPage, isStale }: Props) {
  const rows = results.slice(0, PAGE)
  const longest = Math.max(...rows.map(({ executionTimeMs }) => executionTimeMs ?? 0))
  const hasOlder = results.length > PAGE
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its links bubble */}
      <Table
        className={classes.table}
        layout="fixed"
        fz="md"
        aria-label="Runs of the case"
        aria-busy={isStale}
        onKeyDown={(event) => moveByKey(event, '[data-run-link]')}
      >
        <Table.Thead className="unseen-on-phone">
          <Table.Tr>
            {Object.entries(HEADS).map(([head, width]) => (
              <Table.Th key={head} scope="col" w={width} data-column={head.toLowerCase()}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((result, index) => (
            <HistoryRow
              key={result.id}
              projectId={projectId}
              result={result}
              before={results[index + 1]}
              longest={longest}
            />
          ))}
        </Table.Tbody>
      </Table>
      {(page > 0 || hasOlder) && (
        <Group component="nav" gap={12} mt={12} aria-label="Pages of runs">
          <Button variant="default" disabled={page === 0} onClick={() => onPage(page - 1)}>
            Newer
          </Button>
          <span>
            Runs {formatNumber(page * PAGE + 1)}–{formatNumber(page * PAGE + rows.length)}
          </span>
          <Button variant="default" disabled={!hasOlder} onClick={() => onPage(page + 1)}>
            Older
          </Button>
        </Group>
      )}
    </>
  )
}
