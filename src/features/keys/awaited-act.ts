import { messageOf } from '#src/lib/errors.ts'
import { toastError } from '#src/lib/toast.ts'
import { holdKeys } from '#src/ui/held-keys.ts'

/**
 * Runs the part of an act that may read from the server. Keys pressed meanwhile are typed after it. A failure is shown,
 * and returns undefined.
 */
export async function awaitedAct<T>(act: () => Promise<T>): Promise<T | undefined> {
  const { release } = holdKeys()
  try {
    return await act()
  } catch (error) {
    toastError(messageOf(error, 'Failed to fetch project data'))
    return undefined
  } finally {
    release()
  }
}
