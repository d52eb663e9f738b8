import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Db } from '../database/databases.ts'
import { serverToKill, type ServerToKill } from '../testing/kill.ts'
import { embedded, playwrightReport } from '../test-reports/testing-files.ts'

/* After any sequence of calls and kills, every attachment has an owner that lists it, and every chunk an attachment. */

const STEPS = 60
const LATER = '2000-01-01T00:00:00.000Z'

let server: ServerToKill
afterEach(() => server.remove())

/** A seeded sequence, equal in each run of the test. */
function sequence(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test.each([1, 2])(
  'no attachment and no chunk is without an owner after random calls and kills, sequence %i',
  async (seed) => {
    server = await serverToKill()
    const below = sequence(seed)
    const pick = <T>(items: T[]): T | undefined => items[below(items.length)]
    const call = async (method: string, path: string, body?: object) => (await server.call(method, path, body)).body
    const newProject = async () => {
      const project = await call('POST', '/projects', { name: 'P' })
      await newSuite(project.id)
      return project.id as string
    }
    const newSuite = async (projectId: string) => {
      const suite = await call('POST', '/test-suites', { name: 'S', projectId })
      for (let index = 0; index < 3; index += 1)
        await call('POST', '/test-cases', { name: `C${index}`, testSuiteId: suite.id, type: 'auto' })
    }
    let projectId = await newProject()
    const suites = async (): Promise<any[]> => (await call('GET', `/projects/${projectId}`)).testSuites
    const cases = async (): Promise<any[]> => (await suites()).flatMap(({ testCases }: any) => testCases)
    const runs = async () => (await call('GET', `/test-runs/project/${projectId}`)) as any[]
    const results = async () => {
      const run = pick(await runs())
      return run ? ((await call('GET', `/test-runs/${run.id}`)).results as any[]) : []
    }
    const attach = async (path: string) => await server.attach(path, randomBytes(1 + below(700_000)))
    const upload = async () =>
      await server.upload(
        projectId,
        playwrightReport([[embedded(randomBytes(below(400_000)))], [embedded('x')]], { title: `${below(5)}` }),
      )

    const steps: (() => Promise<unknown>)[] = [
      async () => await call('POST', `/test-runs/project/${projectId}`, {}),
      async () => await newSuite(projectId),
      async () => await attach(`/test-cases/${pick(await cases())?.id}`),
      async () => await attach(`/test-cases/${pick(await cases())?.id}`),
      async () => await attach(`/test-runs/result/${pick(await results())?.id}`),
      async () => await attach(`/test-runs/result/${pick(await results())?.id}`),
      upload,
      upload,
      async () => {
        const item = pick([...(await cases()), ...(await results())].flatMap(({ attachments }) => attachments))
        if (item) await call('DELETE', `/attachments/${item.id}`)
      },
      async () => await call('DELETE', `/test-cases/${pick(await cases())?.id}`),
      async () => await call('DELETE', `/test-suites/${pick(await suites())?.id}`),
      async () => {
        const deletion = pick((await call('GET', `/projects/${projectId}/deletions`)) as any[])
        if (deletion) await call('POST', `/projects/${projectId}/deletions/${deletion.id}/restore`)
      },
      async () => await call('DELETE', `/test-runs/${pick(await runs())?.id}`),
      async () => await call('POST', `/test-runs/${pick(await runs())?.id}/complete`),
      async () => {
        if (below(3) > 0) return
        await call('DELETE', `/projects/${projectId}`)
        projectId = await newProject()
      },
      async () => {
        const work = Promise.allSettled([upload(), attach(`/test-cases/${pick(await cases())?.id}`)])
        await server.killAfter(below(60), work)
        await server.restart()
      },
    ]
    for (let step = 0; step < STEPS; step += 1) await pick(steps)?.()
    await leaveNothingArriving(server.db)
    await server.restart()
    await expect
      .poll(async () => await orphans(server.db))
      .toEqual({ arriving: 0, unnamed: [], missing: [], chunks: 0 })
    expect((await namedIds(server.db)).size).toBeGreaterThan(0)
  },
)

/** As if an hour had passed. */
async function leaveNothingArriving(db: Db): Promise<void> {
  await db.updateTable('attachments').set({ created_at: LATER }).where('is_stored', '=', 0).execute()
  await db.updateTable('test_report_parts').set({ stored_at: LATER }).execute()
}

/** The ids that results and cases list, deleted cases included. */
async function namedIds(db: Db): Promise<Set<string>> {
  const lists = await Promise.all(
    (['test_results', 'test_cases', 'deleted_test_cases'] as const).map((table) =>
      db.selectFrom(table).select('attachments').where('attachments', 'is not', null).execute(),
    ),
  )
  const items = lists.flat().flatMap(({ attachments }) => JSON.parse(attachments as string) as { id: string }[])
  return new Set(items.map(({ id }) => id))
}

async function orphans(db: Db) {
  const named = await namedIds(db)
  const rows = await db.selectFrom('attachments').select(['id', 'is_stored']).execute()
  const stored = rows.filter((row) => row.is_stored === 1).map(({ id }) => id)
  const ownerless = await db
    .selectFrom('attachment_chunks')
    .leftJoin('attachments', 'attachments.id', 'attachment_chunks.attachment_id')
    .select('attachment_id')
    .where('attachments.id', 'is', null)
    .execute()
  return {
    arriving: rows.length - stored.length,
    unnamed: stored.filter((id) => !named.has(id)),
    missing: [...named].filter((id) => !stored.includes(id)),
    chunks: ownerless.length,
  }
}
