import { setTimeout as wait } from 'node:timers/promises'
import { addProject, credentialsOf, ofVersions, signUp } from './data.ts'
import { compare, type Figures, ms, NOISE, percentile, type Sample } from './figures.ts'
import { sendOnce, waitsDuring } from './load.ts'
import type { Start } from './servers.ts'

/* Sign-ins, and how long another caller waits meanwhile. */

const SIGN_INS = 32
const AT_ONCE = 8

export async function* signIns(): Figures {
  const sides = await ofVersions(sideOf)
  const { assay, before } = sides
  const quiet = await assay.waitsDuring(() => wait(2_000))
  yield* compare({
    work: `sign-ins, ${AT_ONCE} at once`,
    rounds: 3,
    sides,
    take: ({ take }) => take(),
    bars: { before: ['≥ 0.95', NOISE] },
  })
  const value = percentile(assay.waits, 0.99)
  yield {
    work: 'p99 of `GET /projects` during these sign-ins',
    assay: `${ms(value)} (${ms(quiet.p99Ms)} without sign-ins, most ${ms(Math.max(...assay.waits))})`,
    ...(before && { beside: `before: ${ms(percentile(before.waits, 0.99))}` }),
    value,
    bar: '≤ 50 ms',
  }
}

/** `waits` are those of another caller during the sign-ins so far. */
async function sideOf(start: Start) {
  const user = await signUp(await start())
  // So many sign-ins end the older sessions of the user.
  const caller = await signUp(user.server, 'Caller')
  await addProject(caller, 1, 10)
  const requests = Array.from({ length: SIGN_INS }, () => user.post('/auth/sign-in', credentialsOf()))
  const waits: number[] = []
  const during = (work: () => Promise<unknown>) => waitsDuring(user.server, caller.get('/projects'), work)
  const take = async () => {
    let sample: Sample | undefined
    const { times } = await during(async () => {
      sample = await sendOnce(user.server, { requests, connections: AT_ONCE })
    })
    waits.push(...times)
    return sample as Sample
  }
  return { waits, waitsDuring: during, take }
}
