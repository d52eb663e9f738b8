import { Box, Group, Table } from '@mantine/core'
import { Link } from 'wouter'
import { can } from '#shared/permissions.ts'
import { formatNumber } from '#src/lib/format.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { KnownFlaky } from '#src/ui/flaky-mark.tsx'
import { ResultDots } from '#src/ui/result-dots.tsx'
import { Time } from '#src/ui/time.tsx'
import type { QualityLinks } from './quality-links.ts'
import type { CaseHealth, FlakyCase } from '#shared/quality/quality.ts'
import tables from './tables.module.css'
import { useSetQuarantine } from './use-set-quarantine.ts'

type Props = {
  flaky: FlakyCase
  /** Newest first; undefined while loading. */
  recent: CaseHealth['recent'] | undefined
  role: string | null
  links: QualityLinks
}

export function FlakyRow({ flaky, recent, role, links }: Props) {
  const { testCase, score, volume, flips, passedOnRetry, lastFlakyAt, lastFlake, isQuarantined } = flaky
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Group gap="0 8px" miw={180} mih={24}>
          <span className="breakable">
            <Link href={links.history(testCase.ref)} className={tables.link ?? ''}>
              {testCase.name}
            </Link>
          </span>
          {isQuarantined && <KnownFlaky />}
          {can(role, 'case.write') && <QuarantineButton testCase={testCase} isQuarantined={isQuarantined} />}
        </Group>
      </Table.Th>
      <Table.Td className={tables.number}>{score.toFixed(2)}</Table.Td>
      <Table.Td className={tables.number}>{volume.toFixed(1)}</Table.Td>
      <Table.Td className={tables.number}>{formatNumber(flips)}</Table.Td>
      <Table.Td className={tables.number}>{formatNumber(passedOnRetry)}</Table.Td>
      <Table.Td miw={180} maw={280}>
        <Link href={links.case(lastFlake.testRunId, testCase.id)} className={`${tables.link} breakable`}>
          {lastFlake.runName}
        </Link>
        , <Time iso={lastFlakyAt} as="relative" />
        {lastFlake.errorMessage !== null && (
          <Box className="one-line" maw="100%" c="dimmed" fz="sm" title={lastFlake.errorMessage}>
            {lastFlake.errorMessage}
          </Box>
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{recent && <ResultDots results={recent} />}</Table.Td>
    </Table.Tr>
  )
}

type ButtonProps = { testCase: FlakyCase['testCase']; isQuarantined: boolean }

function QuarantineButton({ testCase, isQuarantined }: ButtonProps) {
  const { set, isPending } = useSetQuarantine()
  const label = isQuarantined ? 'End quarantine' : 'Quarantine'
  return (
    <BusyButton
      size="compact-xs"
      variant="default"
      aria-label={`${label}: ${testCase.name}`}
      isBusy={isPending}
      onClick={() => set(testCase.id, !isQuarantined)}
    >
      {label}
    </BusyButton>
  )
}
