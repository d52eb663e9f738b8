import { NativeSelect } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { runLabel } from '#src/lib/run-label.ts'
import { useRunOfProject } from './use-test-runs.ts'

type Props = { projectId: string; runs: TestRunListItem[]; shown: string; onShow: (runId: string) => void }

/** Offers the most recent runs, and the shown one if it is older. Nothing is selected if the shown one is unknown. */
export function RunSelect({ projectId, runs, shown, onShow }: Props) {
  const isRecent = runs.some(({ id }) => id === shown)
  const shownRun = useRunOfProject(projectId, shown, { enabled: !isRecent })
  const earlier = isRecent ? undefined : shownRun
  const isKnown = isRecent || earlier !== undefined
  const select = useRef<HTMLSelectElement>(null)
  useLayoutEffect(() => {
    // React would select the first option.
    if (!isKnown && select.current) select.current.selectedIndex = -1
  })
  return (
    <NativeSelect
      ref={select}
      size="xs"
      aria-label="Test Run"
      {...afterRemovalOf('run')}
      value={shown}
      onChange={(event) => onShow(event.currentTarget.value)}
    >
      {runs.map((run) => (
        <RunOption key={run.id} run={run} text={runLabel(run)} />
      ))}
      {earlier && <RunOption run={earlier} text={`${runLabel(earlier)} · earlier`} />}
    </NativeSelect>
  )
}

const NAME_MAX = 60

/** Shows the name, then the facts that tell equal names apart, which alone are the text of the option. */
function RunOption({ run: { id, description }, text }: { run: TestRunListItem; text: string }) {
  const [first = ''] = (description ?? '').trim().split('\n')
  const name = first.length > NAME_MAX ? `${first.slice(0, NAME_MAX - 1)}…` : first
  return (
    <option value={id} label={name === '' ? text : `${name} · ${text}`}>
      {text}
    </option>
  )
}
