import { Button, Group } from '@mantine/core'
import { type ResultStatus, RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import { STATUS_LOOK } from '#src/ui/status.tsx'

type Props = { status: ResultStatus | null; onShow: (status: ResultStatus | null) => void }

/** Which results are shown: all of them, or those at one status. */
export function ResultFilter({ status, onShow }: Props) {
  return (
    <Group gap={6} mb="sm" role="group" aria-label="Show results">
      <Choice isChosen={status === null} onChoose={() => onShow(null)}>
        all
      </Choice>
      {RESULT_STATUSES.map((each) => (
        <Choice key={each} status={each} isChosen={status === each} onChoose={() => onShow(each)}>
          {each}
        </Choice>
      ))}
    </Group>
  )
}

type ChoiceProps = { status?: ResultStatus; isChosen: boolean; onChoose: () => void; children: string }

function Choice({ status, isChosen, onChoose, children }: ChoiceProps) {
  const look = status && STATUS_LOOK[status]
  return (
    <Button
      size="compact-sm"
      variant={isChosen ? 'light' : 'default'}
      color={look?.color ?? 'teal'}
      aria-pressed={isChosen}
      fw={isChosen ? 600 : 400}
      leftSection={look && <look.icon size={14} aria-hidden />}
      onClick={onChoose}
    >
      {children}
    </Button>
  )
}
