import { countRows } from '../database/count-rows.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import type { Person, TestServer } from '../testing/server.ts'
import { RetentionJob } from './retention-job.ts'

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Applies the rules of all projects once, as a server of its own would. */
export async function applyRules({ services }: TestServer): Promise<void> {
  const job = new RetentionJob(services)
  job.run()
  await job.settled()
}

/** Starts a run over the cases of the project, and ends it some days ago. */
export async function endedRun(
  server: TestServer,
  owner: Person,
  projectId: string,
  days: number,
  body: Record<string, unknown> = {},
): Promise<any> {
  const { body: run } = await server.post(`/test-runs/project/${projectId}`, body, owner)
  await server.services.write({ testRun: run.id }, async (db) => await endedAgo(db, run.id, days))
  return run
}

export async function endedAgo(db: Db, id: string, days: number): Promise<void> {
  const set = { status: 'completed', created_at: daysAgo(days + 1), completed_at: daysAgo(days) } as const
  await db.updateTable('test_runs').set(set).where('id', '=', id).execute()
}

/** Inserts runs that ended some days ago, newer than all others of the project by their ids. */
export async function newerRuns(db: Db, project_id: string, count: number, days: number): Promise<void> {
  const ended = { status: 'completed', created_at: daysAgo(days + 1), completed_at: daysAgo(days) } as const
  const none = { key: null, description: null, duration_ms: null, created_by: null, ...NO_PLACE, ...NO_RESULTS }
  for (let index = 0; index < count; index += 1) {
    const run = { id: newId(), project_id, ref: `N${index}`, search_text: '', ...ended, ...none }
    await db.insertInto('test_runs').values(run).execute()
  }
}

const NO_PLACE = { branch: null, commit: null, environment: null, build_url: null, milestone: null }
const NO_RESULTS = { total: 0, passed: 0, failed: 0, error: 0, pending: 0, skipped: 0 }

const CHUNK = 'A'.repeat(349_528)

/** Stores attachments of 1 MB for a result, faster than by uploads. */
export async function fillWithAttachments(db: Db, test_result_id: string, megabytes: number): Promise<void> {
  const chunks = 4
  for (let left = megabytes; left > 0; left -= 1) {
    const id = newId()
    const file = { id, name: 'video', type: 'application/octet-stream', size: chunks * 262_144, is_stored: 1 } as const
    const of = { test_result_id, test_case_id: null, test_report_id: null, project_id: null, created_by: null }
    await db
      .insertInto('attachments')
      .values({ ...file, ...of, created_at: daysAgo(40) })
      .execute()
    for (let number = 0; number < chunks; number += 1)
      await db.insertInto('attachment_chunks').values({ attachment_id: id, number, bytes: CHUNK }).execute()
  }
}

export const countChunks = async (db: Db): Promise<number> => await countRows(db.selectFrom('attachment_chunks'))
