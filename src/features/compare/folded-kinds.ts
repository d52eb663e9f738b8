import type { ChangeKind } from '#shared/test-runs/comparison.ts'
import { storedText, useStore } from '#src/lib/store.ts'

/* Which kinds of changes are folded. Kept per browser. */

const folded = storedText('foldedChanges')

const kindsIn = (text: string | null) => (text ?? '').split(' ').filter(Boolean)

export const useFoldedKinds = (): ReadonlySet<string> => new Set(kindsIn(useStore(folded)))

export function foldKind(kind: ChangeKind, isFolded: boolean): void {
  const others = kindsIn(folded.get()).filter((other) => other !== kind)
  folded.set([...others, ...(isFolded ? [kind] : [])].join(' '))
}
