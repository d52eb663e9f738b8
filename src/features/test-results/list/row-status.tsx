import { Badge, Loader } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { memo, useEffect, useState } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import grid from '#src/ui/grid/grid.module.css'
import { StatusBadge } from '#src/ui/status.tsx'
import type { Draft } from '../store/drafts.ts'

const CHECK_MS = 600

type Props = {
  /** With the tester's entry. */
  shown: TestResult
  unsaved: Draft | undefined
}

/** The status of a result, which an entry changes at once. An entry that waits has none: counts leave it out. */
export const RowStatus = memo(function RowStatus({ shown, unsaved }: Props) {
  const isSaved = useJustSaved(unsaved?.state)
  if (unsaved?.state === 'conflict') return <Badge color="orange">Undecided</Badge>
  if (unsaved?.state === 'waiting')
    return (
      <Badge color="orange" px={6}>
        Not saved yet
      </Badge>
    )
  return (
    <span className={grid.cell} style={{ gap: 3 }}>
      <StatusBadge status={shown.status} />
      {unsaved ? (
        // Most entries are saved before: a ring for each would flicker.
        <span
          role="img"
          aria-label="Saving…"
          className={`${grid.cell} ${grid.late}`}
          style={{ animationDuration: '300ms' }}
        >
          <Loader size={12} color="gray" aria-hidden />
        </span>
      ) : (
        isSaved && <IconCheck size={14} role="img" aria-label="Saved" color="var(--mantine-primary-color-filled)" />
      )}
    </span>
  )
})

/** Whether an entry was acknowledged just now. */
function useJustSaved(state: Draft['state'] | undefined): boolean {
  const [before, setBefore] = useState(state)
  const [isSaved, setSaved] = useState(false)
  if (before !== state) {
    setBefore(state)
    setSaved(state === undefined && before !== 'conflict')
  }
  useEffect(() => {
    if (!isSaved) return undefined
    const timer = setTimeout(() => setSaved(false), CHECK_MS)
    return () => clearTimeout(timer)
  }, [isSaved])
  return isSaved
}
