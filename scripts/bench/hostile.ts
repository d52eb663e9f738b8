import type { Figure } from './figure.ts'
import { hostileBodies } from './hostile-bodies.ts'
import { hostileReaders } from './hostile-readers.ts'
import { type Attack, underAttack } from './probe-attack.ts'

/* Callers that try to stop the server for all others. BENCH_ATTACKS names the attacks to make. */

const ATTACKS: Record<string, () => Attack[]> = { bodies: hostileBodies, readers: hostileReaders }

export async function benchHostile(): Promise<Figure[]> {
  const asked = process.env['BENCH_ATTACKS']?.split(',') ?? Object.keys(ATTACKS)
  const figures: Figure[] = []
  for (const name of asked) for (const attack of ATTACKS[name]?.() ?? []) figures.push(...(await underAttack(attack)))
  return figures
}
