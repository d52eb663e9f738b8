import { Button, Group } from '@mantine/core'
import { type ResultStatus, RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import { StatusMark } from '#src/ui/status.tsx'

type Props = { status: ResultStatus | null; onShow: (status: ResultStatus | null) => void }

/** Chooses the results to show: all, or those of one status. */
export function ResultFilter({ status, onShow }: Props) {
  return (
    <Group gap={6} mb="sm" role="group" aria-label="Show results">
      {([null, ...RESULT_STATUSES] as const).map((each) => (
        <Button
          key={each}
          size="compact-sm"
          variant={each === status ? 'light' : 'default'}
          color="teal"
          aria-pressed={each === status}
          fw={each === status ? 600 : 400}
          leftSection={each && <StatusMark status={each} size={14} />}
          onClick={() => onShow(each)}
        >
          {each ?? 'all'}
        </Button>
      ))}
    </Group>
  )
}
