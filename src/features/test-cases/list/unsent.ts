import { say } from '#src/lib/toast.ts'

/* Cases created in this browser that the server does not know yet. No call can name them. */

const UNSENT = 'unsent '
export const unsentId = () => `${UNSENT}${crypto.randomUUID()}`
export const isUnsent = ({ id }: { id: string }) => id.startsWith(UNSENT)

/** Whether an act has to wait for such a case. Says so. */
export function awaitsSaving(ids: readonly string[]): boolean {
  const awaits = ids.some((id) => isUnsent({ id }))
  if (awaits) say('The case is still being saved: try again in a moment')
  return awaits
}
