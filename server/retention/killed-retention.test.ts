import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serverToKill } from '../testing/kill.ts'
import { countChunks, endedAgo, fillWithAttachments, newerRuns } from './testing.ts'

const MEGABYTES = 60
const LOOK_MS = 10

test('a purge that is killed in the middle is finished by the next server, and leaves what is kept', async () => {
  const server = await serverToKill()
  try {
    const { db, call } = server
    const { id: projectId } = (await call('POST', '/projects', { name: 'P' })).body
    const suite = (await call('POST', '/test-suites', { name: 'S', projectId })).body
    const testCase = { name: 'A', testSuiteId: suite.id, expectedValueType: 'string', expectedValue: 'ok' }
    await call('POST', '/test-cases', testCase)
    const runs: any[] = []
    for (const files of [1, MEGABYTES, MEGABYTES]) {
      const run = (await call('POST', `/test-runs/project/${projectId}`, {})).body
      await fillWithAttachments(db, run.results[0].id, files)
      runs.push(run)
    }
    const [kept, trimmed, deleted] = runs
    await call('PATCH', `/test-runs/${kept.id}`, { isPinned: true })
    await newerRuns(db, projectId, 31, 1)
    for (const { id } of runs) await endedAgo(db, id, 40)
    await endedAgo(db, trimmed.id, 20)
    const rules = { keepRunsDays: 30, keepAttachmentsDays: 10 }
    expect((await call('PATCH', `/projects/${projectId}/retention`, rules)).body.wouldDelete.runs).toBe(1)

    const all = await countChunks(db)
    // The rules are applied at a start.
    for (const share of [0.9, 0.4]) {
      await server.killAfter(0, Promise.resolve())
      await server.restart()
      const isUnder = async () => (await countChunks(db)) < all * share
      const under = (async () => {
        while (!(await isUnder())) await pause(LOOK_MS)
      })()
      expect(await server.killAt(isUnder, under)).toBe(true)
      await server.restart()
    }
    const left = await countChunks(db)
    expect(left).toBeGreaterThanOrEqual(4)
    await expect.poll(() => countChunks(db)).toBe(4)
    await expect.poll(async () => (await call('GET', `/test-runs/${deleted.id}`)).status).toBe(404)
    const attachmentsOf = async (run: any) => (await call('GET', `/test-runs/${run.id}`)).body.results[0].attachments
    expect(await attachmentsOf(trimmed)).toEqual([])
    const rows = db.selectFrom('attachments').select(['test_result_id', 'is_stored'])
    expect(await rows.execute()).toEqual([{ test_result_id: kept.results[0].id, is_stored: 1 }])
  } finally {
    await server.remove()
  }
})
