import { setTimeout as wait } from 'node:timers/promises'
import { addProject, credentialsOf, signUp } from './data.ts'
import { compare, type Figures, ms, percentile, type Sample } from './figures.ts'
import { sendOnce, waitsDuring } from './load.ts'
import { type Server, startAssay, startBefore } from './servers.ts'

/* Sign-ins, and how long another caller waits meanwhile. */

const SIGN_INS = 32
const AT_ONCE = 8

export async function* signIns(): Figures {
  const before = await startBefore()
  const [ours, theirs] = [await sideOf(await startAssay()), before && (await sideOf(before))]
  const quiet = await ours.waitsDuring(() => wait(2_000))
  yield* compare({
    work: `sign-ins, ${AT_ONCE} at once`,
    rounds: 3,
    assay: ours.take,
    against: [{ name: 'before', take: theirs?.take, bar: '≥ 0.95' }],
  })
  const p99 = (times: number[]) => percentile(times, 0.99)
  const most = Math.max(...ours.waits)
  yield {
    work: 'p99 of `GET /projects` during these sign-ins',
    assay: `${ms(p99(ours.waits))} (${ms(p99(quiet))} without sign-ins, most ${ms(most)})`,
    ...(theirs && { beside: `before: ${ms(p99(theirs.waits))}` }),
    value: p99(ours.waits),
    bar: '≤ 50 ms',
  }
}

/** `waits` are those of another caller during the sign-ins so far. */
async function sideOf(server: Server) {
  const user = await signUp(server)
  // So many sign-ins end the older sessions of the user.
  const caller = await signUp(server, 'Caller')
  await addProject(caller, 1, 10)
  const requests = Array.from({ length: SIGN_INS }, () => user.post('/auth/sign-in', credentialsOf()))
  const waits: number[] = []
  const during = (work: () => Promise<unknown>) => waitsDuring(server, caller.get('/projects'), work)
  const take = async () => {
    let sample: Sample | undefined
    const work = async () => (sample = await sendOnce(server, { requests, connections: AT_ONCE }))
    waits.push(...(await during(work)))
    return sample as Sample
  }
  return { waits, waitsDuring: during, take }
}
