import type { ChangeKind } from '#shared/test-runs/comparison.ts'
import { storedText, useStore } from '#src/lib/store.ts'

/* The folded kinds of changes. Stored per browser. */

const folded = storedText('foldedChanges')

const kindsIn = (text: string | null) => (text ?? '').split(' ').filter(Boolean)

export const useFoldedKinds = (): ReadonlySet<string> => new Set(kindsIn(useStore(folded)))

export function foldKind(kind: ChangeKind, isFolded: boolean): void {
  const others = kindsIn(folded.get()).filter((other) => other !== kind)
  folded.set([...others, ...(isFolded ? [kind] : [])].join(' '))
}
