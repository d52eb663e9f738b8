import { NativeSelect } from '@mantine/core'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { runLabel, shortRunId } from './run-label.ts'

type Props = { runs: TestRunListItem[]; shown: string; onShow: (runId: string) => void }

/** Offers the most recent runs, and the shown one if it is older. */
export function RunSelect({ runs, shown, onShow }: Props) {
  const options = runs.map((run) => ({ value: run.id, label: runLabel(run) }))
  const isRecent = runs.some(({ id }) => id === shown)
  return (
    <NativeSelect
      label="Test Run"
      {...afterRemovalOf('run')}
      w="min(420px, 100%)"
      styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
      data={isRecent ? options : [...options, { value: shown, label: `${shortRunId(shown)} · earlier` }]}
      value={shown}
      onChange={(event) => onShow(event.currentTarget.value)}
    />
  )
}
