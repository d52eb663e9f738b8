import { Box, Button, Group, Kbd } from '@mantine/core'
import { useId } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { StatusMark } from '#src/ui/status.tsx'
import type { Act } from '../../keys/key-map.ts'
import { ariaKeys, keyNames } from '../../keys/key-names.ts'
import { useSingleKeys } from '../../keys/single-keys.ts'
import { useRefusal, useVerdictActs } from './use-verdict-acts.ts'

const VERDICTS = [
  { act: 'pass', label: 'Pass', status: 'passed' },
  { act: 'fail', label: 'Fail', status: 'failed' },
  { act: 'skip', label: 'Skip', status: 'skipped' },
] as const

export function VerdictButtons({ result }: { result: TestResult }) {
  const acts = useVerdictActs(result)
  const refusal = useRefusal(result)
  const reasonId = useId()
  const isBlank = result.status === 'pending' && result.actualValue === null
  const common = { disabled: refusal !== null, 'aria-describedby': refusal === null ? undefined : reasonId }
  return (
    <Box px={16} pt={4} pb={8} mb={4} style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}>
      <Group gap={8}>
        {VERDICTS.map(({ act, label, status }) => (
          <VerdictButton key={act} act={act} {...common} isGiven={result.status === status} onClick={acts[act]}>
            <StatusMark status={status} size={14} />
            {label}
          </VerdictButton>
        ))}
        <VerdictButton act="clear" {...common} disabled={common.disabled || isBlank} onClick={acts.clear}>
          Clear
        </VerdictButton>
      </Group>
      {refusal !== null && (
        <Box id={reasonId} mt={4} c="dimmed" fz="sm">
          {refusal}
        </Box>
      )}
    </Box>
  )
}

type ButtonProps = {
  act: Act
  disabled: boolean
  'aria-describedby'?: string
  isGiven?: boolean
  onClick: () => void
  children: React.ReactNode
}

function VerdictButton({ act, isGiven = false, children, ...button }: ButtonProps) {
  const areKeysOn = useSingleKeys()
  return (
    <Button
      size="compact-sm"
      variant={isGiven ? 'light' : 'default'}
      aria-keyshortcuts={areKeysOn ? ariaKeys(act) : undefined}
      {...button}
    >
      <Group component="span" gap={4} wrap="nowrap">
        {children}
      </Group>
      {areKeysOn && (
        <Kbd size="xs" ml={6} aria-hidden>
          {keyNames(act)[0]}
        </Kbd>
      )}
    </Button>
  )
}
