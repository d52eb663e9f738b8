import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { EVENT_TYPES } from '#shared/notifications/event.ts'
import type { Db } from '#server/database/databases.ts'
import { insertEvent } from '#server/notifications/deliveries.repository.ts'
import { addProject, createProject, recordings, signUp, type User } from './data.ts'
import { compare, type Figures, ms, percentile } from './figures.ts'
import { repeat, waitsDuring } from './load.ts'
import { atEnd, openDatabaseOf, startAssay } from './servers.ts'

/* What endpoints cost others, and whether kills lose deliveries. Pauses are skipped by making what waits due. */

const [DELIVERIES, KILLS, ROUNDS, ROUND_MS] = [10_000, 10, 8, 2_500]
const OPEN = { env: { OUTGOING_ALLOW: '127.0.0.1' } }

export async function* deliveries(): Figures {
  const user = await signUp(await startAssay(undefined, OPEN))
  const endpoint = await startEndpoint()
  yield* ofRecording(user, endpoint)
  yield* ofQueue(user, endpoint)
}

/** What an endpoint received. While it is down, it closes each connection. */
async function startEndpoint() {
  const thread = new Worker(new URL('./endpoint.ts', import.meta.url))
  atEnd(() => thread.terminate())
  const [port] = (await once(thread, 'message')) as [number]
  const received = new Set<string>()
  thread.on('message', (id: string) => received.add(id))
  const setDown = (isDown: boolean) => thread.postMessage(isDown)
  return { received, setDown, url: `http://127.0.0.1:${port}/` }
}
type Endpoint = Awaited<ReturnType<typeof startEndpoint>>

const addWebhook = async ({ call }: User, projectId: string, url: string): Promise<string> =>
  (await call('POST', `/projects/${projectId}/webhooks`, { url, form: 'webhook', events: EVENT_TYPES })).id

async function* ofRecording(user: User, receiver: Endpoint): Figures {
  const project = await addProject(user, 1, 200)
  const path = `/projects/${project.id}/webhooks/${await addWebhook(user, project.id, receiver.url)}`
  const requests = recordings(user, project)
  yield* compare({
    work: 'record one execution, with an endpoint for every event, 10 connections',
    rounds: 9,
    sides: { assay: true, without: false },
    async take(isActive) {
      await user.call('PATCH', path, { isActive })
      return await repeat(user.server, { connections: 10, requests })
    },
    bars: { without: '≥ 0.97' },
  })
}

async function* ofQueue(user: User, { received, setDown, url }: Endpoint): Figures {
  const first = user.server
  const { writer: db } = await openDatabaseOf(first)
  const projectId = await createProject(user)
  const target = await addWebhook(user, projectId, url)
  const resting = () => waitsDuring(first, user.get('/projects'), () => wait(ROUND_MS))
  await resting()
  setDown(true)
  const ids = await db.transaction().execute((trx) => fill(trx, projectId, target))
  const [loaded, alone]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS * 2; round++) {
    setDown(round < ROUNDS)
    await setDue(db, LATER)
    alone.push(...(await resting()).times)
    await setDue(db, now())
    ids.add((await user.call('POST', `/projects/${projectId}/webhooks/${target}/test`)).id)
    loaded.push(...(await resting()).times)
  }
  const [meanwhile, without] = [loaded, alone].map((waits) => percentile(waits, 0.99)) as [number, number]
  yield {
    work: `GET /projects while ${DELIVERIES.toLocaleString('en')} deliveries wait for an endpoint, down, then up`,
    assay: `p99 ${ms(meanwhile, 1)}`,
    beside: `nothing due: p99 ${ms(without, 1)}`,
    value: meanwhile / without,
    bar: '≤ 1.2',
  }
  const before = received.size
  await setDue(db, now())
  let server = first
  for (let kill = 0; kill < KILLS; kill++) {
    setDown(kill % 3 === 0)
    await wait(500)
    await server.kill()
    await setDue(db, now())
    server = await startAssay(first.database, OPEN)
  }
  setDown(false)
  while (await isWaiting(db)) {
    await setDue(db, now())
    await wait(2_000)
  }
  const lost = [...ids].filter((id) => !received.has(id)).length
  const strange = [...received].filter((id) => !ids.has(id)).length
  const assay = `${lost}, ${strange} with another id; ${DELIVERIES - before} were waiting`
  yield { work: `deliveries lost in ${KILLS} kills`, assay, value: lost, bar: '≤ 0' }
}

async function fill(db: Db, project_id: string, target: string): Promise<Set<string>> {
  const ids = new Set<string>()
  while (ids.size < DELIVERIES)
    for (const id of await insertEvent(db, { project_id, type: 'ping', facts: {} }, [{ target, form: 'webhook' }]))
      ids.add(id)
  return ids
}

const LATER = '9999-12-31T00:00:00.000Z'
const now = () => new Date().toISOString()

const setDue = async (db: Db, due_at: string) =>
  await db.updateTable('deliveries').set({ due_at }).where('state', '=', 'waiting').execute()

const isWaiting = async (db: Db) =>
  (await db.selectFrom('deliveries').select('id').where('state', '=', 'waiting').executeTakeFirst()) !== undefined
