import { Badge, Loader } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { StatusBadge } from '#src/ui/status.tsx'
import type { Draft } from '../store/drafts.ts'

/** The status of a result. An unsaved value has none before the server acknowledges it. */
export function RowStatus({ result, unsaved }: { result: TestResult; unsaved: Draft | undefined }) {
  if (!unsaved) return <StatusBadge status={result.status} />
  if (unsaved.state === 'conflict') return <Badge color="orange">Undecided</Badge>
  if (unsaved.state !== 'waiting')
    return (
      <Badge color="gray" leftSection={<Loader size={11} color="gray" aria-hidden />}>
        Saving…
      </Badge>
    )
  return (
    <Badge color="orange" leftSection={<IconCloudOff size={13} aria-hidden />}>
      Not saved yet
    </Badge>
  )
}
