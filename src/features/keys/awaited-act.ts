import { messageOf } from '#src/lib/errors.ts'
import { say, toastError } from '#src/lib/toast.ts'
import { holdKeys } from '#src/ui/held-keys.ts'

/** How long keys wait for a server that does not answer. Verdicts that were typed long ago would surprise. */
const PATIENCE_MS = 5_000

/**
 * Runs the part of an act that may read from the server. Keys pressed meanwhile are typed after it. A failure is shown,
 * and returns undefined.
 */
export async function awaitedAct<T>(act: () => Promise<T>): Promise<T | undefined> {
  const { release, drop } = holdKeys()
  const timer = setTimeout(() => {
    drop()
    say('The server is slow to answer: keys pressed meanwhile are ignored')
  }, PATIENCE_MS)
  try {
    return await act()
  } catch (error) {
    toastError(messageOf(error, 'Failed to fetch project data'))
    return undefined
  } finally {
    clearTimeout(timer)
    release()
  }
}
