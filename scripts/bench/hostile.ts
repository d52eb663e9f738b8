import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { addProject, failure, junit, signUp } from './data.ts'
import { type Figure, type Figures, ms, percentile } from './figures.ts'
import { ATTACKS, type Victim } from './hostile-attacks.ts'
import { hostileWrites } from './hostile-writes.ts'
import { waitsDuring } from './load.ts'
import { endAll, memoryOf, startAssay } from './servers.ts'

/*
 * Callers that try to stop the server for all others: how long another one waits, and how much memory the attack takes.
 * BENCH_ATTACKS names the kinds, as in `bodies,readers`; BENCH_HEAP_MB limits the heap of the server.
 */

const IDLE_MS = 3_000
/** A server that is stopped for longer has lost. */
const PATIENCE_MS = 120_000

export async function* hostile(): Figures {
  const kinds = process.env['BENCH_ATTACKS']?.split(',') ?? ['bodies', 'readers', 'writes']
  for (const { kind, name, growth, prepare } of ATTACKS) {
    if (!kinds.includes(kind)) continue
    const victim = await startVictim()
    const attack = await prepare(victim)
    yield* damage(victim, name, growth, async () => await Promise.race([attack(), outOfPatience()]))
    await endAll()
  }
  if (kinds.includes('writes')) yield* hostileWrites(await startVictim())
}

async function startVictim(): Promise<Victim> {
  const { BENCH_HEAP_MB: heap } = process.env
  const server = await startAssay(undefined, heap ? [`--max-old-space-size=${heap}`] : [])
  const user = await signUp(server)
  const project = await addProject(user, 1, 100)
  const text = 'Expected the answer as it is documented. '.repeat(5)
  const contentOf = (index: number) => (index % 5 === 0 ? failure(text, text) : '')
  return { server, user, project, runId: await user.report(project.id, junit(10_000, { contentOf })) }
}

async function* damage(
  { server, user }: Victim,
  name: string,
  growth: number,
  attack: () => Promise<Figure[] | void>,
): Figures {
  const read = user.get('/projects')
  const idleMs = Math.max(...(await waitsDuring(server, read, () => wait(IDLE_MS))))
  const residentMib = memoryOf(server, 'VmRSS')
  // The kernel counts the peak from here on.
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
  let others: Figure[] | void = undefined
  const waits = await waitsDuring(server, read, async () => (others = await attack()))
  const { ok } = await fetch(`${server.url}/api/health`)
  if (!ok) throw new Error('The server is not healthy afterwards')
  const grownMib = memoryOf(server, 'VmHWM') - residentMib
  const longestMs = Math.max(...waits)
  yield {
    work: `longest wait of another caller: ${name}`,
    assay: `${ms(longestMs)}, p99 ${ms(percentile(waits, 0.99))} (${ms(idleMs)} idle)`,
    value: longestMs - idleMs,
    bar: '≤ 150 ms above idle',
  }
  const memory = `${grownMib.toFixed(0)} MiB more than ${residentMib.toFixed(0)} MiB`
  yield { work: `memory: ${name}`, assay: memory, value: grownMib, bar: `≤ ${growth} MiB` }
  yield* others ?? []
}

async function outOfPatience(): Promise<never> {
  await wait(PATIENCE_MS, undefined, { ref: false })
  throw new Error(`The attack did not end within ${PATIENCE_MS / 1_000} s`)
}
