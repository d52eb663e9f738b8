import { mock } from 'node:test'

/** Sets the time of the following calls, in ms since 1970. */
export type Clock = { set: (time: number) => void }

/** For a server in another process: everything happens now. */
export const present: Clock = { set: () => undefined }

/**
 * Runs `work` with a fake clock. The server must run in this process: it then stores the past weeks with their dates.
 * Timers keep running.
 */
export async function withClock<T>(work: (clock: Clock) => Promise<T>): Promise<T> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    return await work({ set: (time) => mock.timers.setTime(time) })
  } finally {
    mock.timers.reset()
  }
}
