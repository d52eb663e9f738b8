import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Attack, type Victim, WAIT_BAR } from './attack.ts'
import { hostileBodies } from './hostile-bodies.ts'
import { hostileReaders } from './hostile-readers.ts'
import { hostileWrites } from './hostile-writes.ts'
import { percentile, waitsDuring } from './load.ts'
import { addProject, inPlace, memoryOf, type Place, type Server, signUp, stop } from './servers.ts'
import { type Figure, ms } from './table.ts'

/*
 * Callers that try to stop the server for all others: how long another one waits, and how much memory the attack takes.
 * BENCH_ATTACKS names the attacks to make, BENCH_HEAP_MB limits the heap of the server, BENCH_POSTGRES=1 gives it a
 * PostgreSQL database.
 */

const IDLE_MS = 3_000
/** A server that is stopped for longer has lost. */
const PATIENCE_MS = 120_000

export async function benchHostile(): Promise<Figure[]> {
  const names = process.env['BENCH_ATTACKS']?.split(',') ?? ['bodies', 'readers', 'writes']
  const attacks = [
    ...(names.includes('bodies') ? hostileBodies() : []),
    ...(names.includes('readers') ? hostileReaders() : []),
  ]
  const figures: Figure[] = []
  for (const attack of attacks) figures.push(...(await underAttack(attack)))
  if (names.includes('writes')) figures.push(...(await onVictim('assay', hostileWrites)))
  return figures
}

/** Attacks a new server, and one of an earlier version, which may die of it. */
async function underAttack(attack: Attack): Promise<Figure[]> {
  const before = process.env['BENCH_BEFORE']
    ? await onVictim('before', (victim) => damageOf(attack, victim)).catch((error: Error) => error)
    : undefined
  const ours = await onVictim('assay', (victim) => damageOf(attack, victim))
  const texts = before instanceof Error ? before.message.split('\n')[0] : before && `${before.wait}; ${before.memory}`
  const beside = texts === undefined ? {} : { beside: `before: ${texts}` }
  const waits = { assay: ours.wait, ...beside, value: ours.aboveIdleMs, bar: WAIT_BAR }
  const memory = { assay: ours.memory, value: ours.grownMib, bar: { atMost: attack.growth, unit: 'MiB' } }
  return [
    { work: `longest wait of another caller: ${attack.name}`, ...waits },
    { work: `memory: ${attack.name}`, ...memory },
  ]
}

async function damageOf({ prepare }: Attack, victim: Victim) {
  const { server, user } = victim
  const attack = await prepare(victim)
  const read = user.get('/projects')
  const idleMs = Math.max(...(await waitsDuring(server, read, () => wait(IDLE_MS))))
  const residentMib = memoryOf(server, 'VmRSS')
  // The kernel counts the peak from here on.
  writeFileSync(`/proc/${server.child.pid}/clear_refs`, '5')
  const waits = await waitsDuring(server, read, () => Promise.race([attack(), outOfPatience()]))
  const grownMib = memoryOf(server, 'VmHWM') - residentMib
  await user.call('GET', '/health')
  const longestMs = Math.max(...waits)
  return {
    aboveIdleMs: longestMs - idleMs,
    grownMib,
    wait: `${ms(longestMs)}, p99 ${ms(percentile(waits, 0.99))} (${ms(idleMs)} idle)`,
    memory: `${grownMib.toFixed(0)} MiB more than ${residentMib.toFixed(0)} MiB`,
  }
}

async function outOfPatience(): Promise<never> {
  await wait(PATIENCE_MS, undefined, { ref: false })
  throw new Error(`The attack did not end within ${PATIENCE_MS / 1_000} s`)
}

/** Does some work with a new server and a project. */
async function onVictim<T>(version: 'assay' | 'before', work: (victim: Victim) => Promise<T>): Promise<T> {
  return await inPlace(async (place) => {
    const server = await startVictim(place, version)
    const user = await signUp(server)
    const project = await addProject(user, { suites: 1, casesPerSuite: 100 })
    return await work({ server, user, project }).finally(() => stop(server, 'SIGKILL'))
  })
}

async function startVictim(place: Place, version: 'assay' | 'before'): Promise<Server> {
  const { BENCH_HEAP_MB: heap, BENCH_POSTGRES: isOnPostgres } = process.env
  const flags = heap ? [`--max-old-space-size=${heap}`] : []
  const database = isOnPostgres ? await place.postgres() : `file:${place.folder}/victim.db`
  const server = version === 'assay' ? await place.assay(database, { flags }) : await place.before({ database, flags })
  return server ?? Promise.reject(new Error('The server did not start'))
}
