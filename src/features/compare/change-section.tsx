import { Group, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import type { ComparedResult, Comparison, RunChange } from '#shared/comparisons/comparison.ts'
import type { ChangeKind } from '#shared/test-runs/comparison.ts'
import { messageOf } from '#src/lib/errors.ts'
import { formatNumber } from '#src/lib/format.ts'
import { storedText, useStore } from '#src/lib/store.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { Chevron } from '#src/ui/chevron.tsx'
import { RowError } from '#src/ui/row-error.tsx'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { ChangeRow } from './change-row.tsx'
import classes from './compare.module.css'
import { useChanges } from './use-comparison.ts'

const KIND_TITLES: Record<ChangeKind, { title: string; meaning: string }> = {
  newFailures: { title: 'New failures', meaning: 'fail now and did not fail before' },
  fixed: { title: 'Fixed', meaning: 'pass now and failed before' },
  stillFailing: { title: 'Still failing', meaning: 'fail in both runs' },
  added: { title: 'Added', meaning: 'only in this run' },
  vanished: { title: 'Vanished', meaning: 'only in the base' },
  flaky: { title: 'Flaky', meaning: 'passed only after a failure in this run' },
  slower: { title: 'Slower', meaning: 'took at least twice as long, and 500 ms more' },
}

type Props = {
  projectId: string
  testRunId: string
  comparison: Comparison
  kind: ChangeKind
  /** Whether the address names this kind: then it is unfolded. */
  isAsked: boolean
  hrefOf: (result: ComparedResult) => string
}

export function ChangeSection({ projectId, testRunId, comparison, kind, isAsked, hrefOf }: Props) {
  const { title, meaning } = KIND_TITLES[kind]
  const count = comparison.counts[kind]
  const isOpen = !useFoldedKinds().has(kind) && count > 0
  const { changes, error, isFetching, loadMore } = useChanges(testRunId, comparison, kind, isOpen)
  const toggle = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isAsked) return
    foldKind(kind, false)
    toggle.current?.scrollIntoView({ block: 'start' })
    toggle.current?.focus({ preventScroll: true })
  }, [isAsked, kind])
  const name = `${title} ${formatNumber(count)}`
  return (
    <section className={classes.section} data-kind={kind}>
      <Group component="h3" gap={0} wrap="nowrap" flex="none" mih={28} m={0} pl={8} fz="md" fw={600}>
        {count === 0 ? (
          <Text span inherit fw={500} c="dimmed" pl={26}>
            {name}
          </Text>
        ) : (
          <UnstyledButton
            ref={toggle}
            className={`sinks ${classes.toggle}`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => foldKind(kind, isOpen)}
          >
            <Chevron isOpen={isOpen} />
            {name}
          </UnstyledButton>
        )}
      </Group>
      <Text span size="sm" c="dimmed" visibleFrom="sm">
        {meaning}
      </Text>
      {isOpen && (
        <div id={id} role="table" aria-label={title} aria-rowcount={count} className={classes.rows}>
          <Rows projectId={projectId} changes={changes} hrefOf={hrefOf} />
          {error ? (
            <RowError message={messageOf(error, 'Failed to fetch project data')} onRetry={loadMore} />
          ) : changes.length === 0 ? (
            <RowsSkeleton rows={3} height={24} />
          ) : null}
        </div>
      )}
      {isOpen && changes.length < count && changes.length > 0 && (
        <BusyButton variant="default" isBusy={isFetching} mx={12} my={8} onClick={loadMore}>
          {`Show more of ${formatNumber(count)}`}
        </BusyButton>
      )}
    </section>
  )
}

/** Quarantined cases come last, below their own heading. */
function Rows({ changes, ...rest }: Pick<Props, 'projectId' | 'hrefOf'> & { changes: readonly RunChange[] }) {
  const isQuarantined = ({ result, before }: RunChange) => (result ?? before)?.isQuarantined === true
  const apart = changes.filter(isQuarantined)
  const row = (change: RunChange) => <ChangeRow key={(change.result ?? change.before)?.id} change={change} {...rest} />
  return (
    <>
      {changes.filter((change) => !isQuarantined(change)).map(row)}
      {apart.length > 0 && apart.length < changes.length && (
        <div role="row" className={classes.apart}>
          <div role="cell">Quarantined: known to be flaky</div>
        </div>
      )}
      {apart.map(row)}
    </>
  )
}

/* The folded kinds of changes. Stored per browser. */

const folded = storedText('foldedChanges')

const kindsIn = (text: string | null) => (text ?? '').split(' ').filter(Boolean)

const useFoldedKinds = (): ReadonlySet<string> => new Set(kindsIn(useStore(folded)))

function foldKind(kind: ChangeKind, isFolded: boolean): void {
  const others = kindsIn(folded.get()).filter((other) => other !== kind)
  folded.set([...others, ...(isFolded ? [kind] : [])].join(' '))
}
