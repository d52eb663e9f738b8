import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compare, percentile, type Sample, type Take, timed, timesOf, waitsDuring } from './load.ts'
import { addProject, cpuSeconds, inPlace, type Server, signIn, signUp, type User } from './servers.ts'
import { type Figure, ms } from './table.ts'

/* Sign-ins with a thread for each core, against one thread, and how long another caller waits meanwhile. */

const SIGN_INS = 32
const AT_ONCE = 8

type Side = { server: Server; user: User; waitsMs: number[] }

export async function benchSignIns(): Promise<Figure[]> {
  return await inPlace(async (place) => {
    const one = { env: { BENCH_PASSWORD_THREADS: '1' } }
    const before = await place.before()
    const beside = before ?? (await place.assay(join(place.folder, 'one.db'), one))
    const [ours, theirs] = [await sideOf(await place.assay()), await sideOf(beside)]
    const quietMs = await waitsOf(ours, () => wait(2_000))
    const figures = await compare({
      work: `sign-ins, ${AT_ONCE} at once`,
      unit: 'rate',
      rounds: 3,
      assay: signIns(ours),
      against: [{ name: before ? 'before' : 'one thread', take: signIns(theirs), bar: { atLeast: 1.5 } }],
    })
    const p99 = (times: number[]) => percentile(times, 0.99)
    const waits = {
      work: 'p99 of `GET /projects` during these sign-ins',
      assay: `${ms(p99(ours.waitsMs))} (${ms(p99(quietMs))} without sign-ins, most ${ms(Math.max(...ours.waitsMs))})`,
      beside: ms(p99(theirs.waitsMs)),
      value: p99(ours.waitsMs),
      bar: { atMost: 50, unit: 'ms' },
    }
    return [...figures, waits]
  })
}

async function sideOf(server: Server): Promise<Side> {
  const user = await signUp(server)
  await addProject(user, { suites: 1, casesPerSuite: 10 })
  return { server, user, waitsMs: [] }
}

const waitsOf = async ({ server, user }: Side, work: () => Promise<unknown>) =>
  await waitsDuring(server, user.get('/projects'), work)

function signIns(side: Side): Take {
  const { server } = side
  const caller = () => timesOf(SIGN_INS / AT_ONCE, () => signIn(server))
  return async () => {
    let sample: Sample | undefined
    const waitsMs = await waitsOf(side, async () => {
      const all = async () => (await Promise.all(Array.from({ length: AT_ONCE }, caller))).flat()
      sample = await timed(all, () => cpuSeconds(server))
    })
    side.waitsMs.push(...waitsMs)
    return sample as Sample
  }
}
