import { Button, Group } from '@mantine/core'
import { type ResultStatus, RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import { STATUS_LOOK } from '#src/ui/status.tsx'

type Props = { status: ResultStatus | null; onShow: (status: ResultStatus | null) => void }

/** Chooses the results to show: all, or those of one status. */
export function ResultFilter({ status, onShow }: Props) {
  return (
    <Group gap={6} mb="sm" role="group" aria-label="Show results">
      {([null, ...RESULT_STATUSES] as const).map((each) => {
        const look = each && STATUS_LOOK[each]
        return (
          <Button
            key={each}
            size="compact-sm"
            variant={each === status ? 'light' : 'default'}
            color={look?.color ?? 'teal'}
            aria-pressed={each === status}
            fw={each === status ? 600 : 400}
            leftSection={look && <look.icon size={14} aria-hidden />}
            onClick={() => onShow(each)}
          >
            {each ?? 'all'}
          </Button>
        )
      })}
    </Group>
  )
}
