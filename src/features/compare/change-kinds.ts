import type { ChangeKind } from '#shared/test-runs/comparison.ts'

export const KIND_TITLES: Record<ChangeKind, { title: string; meaning: string }> = {
  newFailures: { title: 'New failures', meaning: 'fail now and did not fail before' },
  fixed: { title: 'Fixed', meaning: 'pass now and failed before' },
  stillFailing: { title: 'Still failing', meaning: 'fail in both runs' },
  added: { title: 'Added', meaning: 'only in this run' },
  vanished: { title: 'Vanished', meaning: 'only in the base' },
  flaky: { title: 'Flaky', meaning: 'passed only after a failure in this run' },
  slower: { title: 'Slower', meaning: 'took at least twice as long, and 500 ms more' },
}
