import { useState } from 'react'

/** The refusal of a form, until it is dismissed. Sending again clears it, so the same one may come back. */
export function useRefusal(refusal: string | null) {
  const [dismissed, setDismissed] = useState<string | null>(null)
  if (refusal === null && dismissed !== null) setDismissed(null)
  return { refusal: refusal === dismissed ? null : refusal, dismiss: () => setDismissed(refusal) }
}
