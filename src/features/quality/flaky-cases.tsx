import { Table, Text } from '@mantine/core'
import { FLAKY_SCORE } from '#shared/quality/flaky-score.ts'
import type { CaseHealth, FlakyCase, Quality } from '#shared/quality/quality.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { Fetched } from '#src/ui/fetched.tsx'
import { FlakyRow } from './flaky-row.tsx'
import { Nothing, Part } from './part.tsx'
import type { QualityLinks } from './quality-links.ts'
import { partId } from './show-part.ts'
import classes from './tables.module.css'
import { FIRST, useFlakyCases } from './use-flaky-cases.ts'

type Props = { projectId: string; numbers: Quality['numbers']; role: string | null; links: QualityLinks }

const HEADS = ['Score', 'Volume', 'Flips', 'Passed on retry']

/** Equal to the number of rows of the table. */
function countText({ flaky, flakyQuarantined }: Quality['numbers']): string | undefined {
  if (flaky + flakyQuarantined === 0) return undefined
  const text = formatCount(flaky, 'case')
  return flakyQuarantined === 0 ? text : `${text} and ${formatNumber(flakyQuarantined)} quarantined`
}

export function FlakyCases({ projectId, numbers, role, links }: Props) {
  const { query, recent, more } = useFlakyCases(projectId)
  const expected = numbers.flaky + numbers.flakyQuarantined
  return (
    <Part title="Flaky cases" id={partId('flaky')} count={countText(numbers)}>
      {query.isPending && expected === 0 ? (
        <NoFlakyCases />
      ) : (
        <Fetched query={query} failure="Failed to fetch the flaky cases" rows={Math.min(expected, FIRST)} height={23}>
          {(cases) =>
            cases.length === 0 ? (
              <NoFlakyCases />
            ) : (
              <FlakyTable cases={cases} recent={recent} role={role} links={links} />
            )
          }
        </Fetched>
      )}
      {more && (
        <BusyButton size="compact-xs" variant="default" mt={8} isBusy={more.isLoading} onClick={more.show}>
          Show more
        </BusyButton>
      )}
    </Part>
  )
}

const NoFlakyCases = () => <Nothing>No case has passed and failed by turns lately.</Nothing>

type TableProps = Pick<Props, 'role' | 'links'> & {
  cases: FlakyCase[]
  recent: ReadonlyMap<string, CaseHealth['recent']>
}

const FlakyTable = ({ cases, recent, role, links }: TableProps) => (
  <div className={classes.scroller}>
    <Text size="xs" c="dimmed" mb={4}>
      A case counts as flaky from a score of {FLAKY_SCORE.toFixed(2)}: one flip alone is a break or a fix.
    </Text>
    <Table className={classes.table} aria-label="Flaky cases">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Case</Table.Th>
          {HEADS.map((head) => (
            <Table.Th key={head} className={classes.number}>
              {head}
            </Table.Th>
          ))}
          <Table.Th>Last flake</Table.Th>
          <Table.Th>History</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {cases.map((flaky) => (
          <FlakyRow
            key={flaky.testCase.id}
            flaky={flaky}
            recent={recent.get(flaky.testCase.id)}
            role={role}
            links={links}
          />
        ))}
      </Table.Tbody>
    </Table>
  </div>
)
