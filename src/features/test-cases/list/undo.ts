import { messageOf } from '#src/lib/errors.ts'
import { say, toastError, withdrawAction } from '#src/lib/toast.ts'

/* The last bulk changes and moves in this tab, by project. Z undoes the newest. */

const DEPTH = 20

export type Done = {
  /** Describes the act: 'Moved 5 cases to Cart'. */
  text: string
  /** Resolves to false if it changed nothing. */
  takeBack: () => Promise<unknown>
}

const stacks = new Map<string, Done[]>()

export function noteDone(projectId: string, done: Done): void {
  stacks.set(projectId, [...(stacks.get(projectId) ?? []), done].slice(-DEPTH))
}

/** For an act that failed. */
export function forgetDone(projectId: string, done: Done): void {
  stacks.set(projectId, stacks.get(projectId)?.filter((other) => other !== done) ?? [])
}

/** Undoes an act, by default the newest. */
export async function takeBack(projectId: string, done = stacks.get(projectId)?.at(-1)): Promise<void> {
  if (!done) return say('Nothing to undo')
  forgetDone(projectId, done)
  withdrawAction(done)
  try {
    const isBack = (await done.takeBack()) !== false
    say(isBack ? `Undone: ${done.text}` : `Not undone, the cases have changed since: ${done.text}`)
  } catch (error) {
    toastError(messageOf(error, 'Failed to undo'))
  }
}
