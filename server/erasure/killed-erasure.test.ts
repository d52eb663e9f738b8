import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import { killedAt, type ServerToKill } from '../testing/kill.ts'
import { tablesWith } from './testing.ts'

const ZORAIDA = { email: 'zoraida@example.com', name: 'Zoraida', password: 'secret' }
/** Twenty are read in a write, so that the work after the answer takes a hundred writes. */
const ANSWERS = 2_000
const LOOK_MS = 10

/** Half of the kept answers are the person's own, all of them and the notices show the name. */
async function fill(db: Db, ids: { zoraida: string; ada: string; project: string }): Promise<void> {
  const [text, created_at] = [JSON.stringify({ id: ids.zoraida, name: ZORAIDA.name }), new Date().toISOString()]
  for (let from = 0; from < ANSWERS; from += 500) {
    const answers = Array.from({ length: 500 }, (_, at) => ({
      caller: `user ${at % 2 === 0 ? ids.zoraida : ids.ada}`,
      key: `key ${from + at}`,
      request: '',
      answer: text,
      created_at,
    }))
    await db.insertInto('idempotency_keys').values(answers).execute()
  }
  const notices = Array.from({ length: 100 }, () => ({
    id: newId(),
    user_id: ids.ada,
    project_id: ids.project,
    kind: 'assigned' as const,
    event_id: newId(),
    facts: text,
    created_at,
    read_at: null,
  }))
  await db.insertInto('notices').values(notices).execute()
}

const erasingOf = async ({ db }: ServerToKill) =>
  await db.selectFrom('users').select(['id', 'erasing']).where('erasing', 'is not', null).execute()

async function beginErasure(server: ServerToKill) {
  const { db, call } = server
  const project = (await call('POST', '/projects', { name: 'P' })).body.id as string
  const zoraida = (await call('POST', '/admin/users', ZORAIDA)).body.id as string
  await call('POST', `/projects/${project}/members`, { userId: zoraida })
  const ada = (await call('GET', '/auth/profile')).body.id as string
  await fill(db, { zoraida, ada, project })
  const killed = new AbortController()
  const untilDone = async () => {
    while (!killed.signal.aborted && (await erasingOf(server)).length > 0) await pause(LOOK_MS)
  }
  const erased = call('POST', `/admin/users/${zoraida}/erase`).catch(() => undefined)
  return { project, zoraida, killed, answered: erased.then(untilDone) }
}

test('an erasure that is killed in the middle is finished by the next server, and leaves nothing of the person', async () => {
  const isStage = async (server: ServerToKill) =>
    (await erasingOf(server)).some(({ erasing }) => erasing?.startsWith('answers:['))
  const { server, project, zoraida, killed, answered } = await killedAt(isStage, beginErasure)
  try {
    const { db, call } = server
    killed.abort()
    await answered
    // What belongs to the person went with the name, in one write.
    expect(await tablesWith(db, ZORAIDA.email)).toEqual([])
    expect((await tablesWith(db, ZORAIDA.name)).toSorted()).toEqual(['idempotency_keys', 'notices'])
    await server.restart()
    await expect.poll(() => erasingOf(server)).toEqual([])
    expect(await tablesWith(db, ZORAIDA.name)).toEqual([])
    const members = (await call('GET', `/projects/${project}/members`)).body
    expect(members.map(({ user }: any) => user.name)).toEqual(['Ada'])
    const [event] = (await call('GET', '/admin/audit?action=user.erased')).body
    expect(event.target).toMatchObject({ id: zoraida, name: expect.stringMatching(/^Former member/) })
  } finally {
    await server.remove()
  }
})
