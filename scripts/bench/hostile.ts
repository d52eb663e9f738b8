import type { Figure } from './figure.ts'
import { hostileBodies } from './hostile-bodies.ts'
import { hostileReaders } from './hostile-readers.ts'
import { hostileWrites } from './hostile-writes.ts'
import { type Attack, underAttack } from './probe-attack.ts'

/* Callers that try to stop the server for all others. BENCH_ATTACKS names the attacks to make. */

const ATTACKS: Record<string, () => Promise<Figure[]>> = {
  bodies: async () => await allOf(hostileBodies()),
  readers: async () => await allOf(hostileReaders()),
  writes: hostileWrites,
}

export async function benchHostile(): Promise<Figure[]> {
  const asked = process.env['BENCH_ATTACKS']?.split(',') ?? Object.keys(ATTACKS)
  const figures: Figure[] = []
  for (const name of asked) figures.push(...((await ATTACKS[name]?.()) ?? []))
  return figures
}

async function allOf(attacks: Attack[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const attack of attacks) figures.push(...(await underAttack(attack)))
  return figures
}
