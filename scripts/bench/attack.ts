import type { Project, Server, User } from './servers.ts'

/** A server under attack. */
export type Victim = { server: Server; user: User; project: Project }

export type Attack = {
  name: string
  /** How much the memory may grow, in MiB. */
  growth: number
  /** Makes what the attack needs, and returns the attack. It ends when all of its answers have come. */
  prepare: (victim: Victim) => Promise<() => Promise<unknown>>
}

export const WAIT_BAR = { atMost: 150, unit: 'ms above idle' }
