import { expect } from 'vitest'
import { countRows } from '../database/count-rows.ts'
import type { Db } from '../database/databases.ts'
import type { TestServer } from '../testing/server.ts'

/* What tests of large reports share. */

/** A report of so many passing tests, in suites of 100. `mark` makes its bytes differ from others of the same tests. */
export function largeReport(tests: number, mark = '', outcome = ''): string {
  const suites = Array.from({ length: Math.ceil(tests / 100) }, (_, suite) => {
    const count = Math.min(100, tests - suite * 100)
    const cases = Array.from({ length: count }, (_, index) => `<testcase name="test ${index}">${outcome}</testcase>`)
    return `<testsuite name="suite ${suite}">${cases.join('')}</testsuite>`
  })
  return `<testsuites><!--${mark}-->${suites.join('')}</testsuites>`
}

/** The rows that a recording in progress has left so far. */
export async function stateOf(db: Db) {
  const countOf = async (table: 'test_report_parts' | 'test_reports' | 'test_results' | 'test_runs') =>
    await countRows(db.selectFrom(table))
  const [parts, reports, results, runs] = [
    await countOf('test_report_parts'),
    await countOf('test_reports'),
    await countOf('test_results'),
    await countOf('test_runs'),
  ]
  const unfinished = await db.selectFrom('test_reports').select('id').where('touched_at', 'is not', null).execute()
  return { parts, reports, results, runs, unfinished: unfinished.length }
}

/** Polls until the state is as wanted. */
export async function untilState(
  db: Db,
  isWanted: (state: Awaited<ReturnType<typeof stateOf>>) => boolean,
): Promise<void> {
  while (!isWanted(await stateOf(db))) await new Promise((resolve) => setTimeout(resolve, 2))
}

/**
 * Resolves once a part of a report is recorded; from then on no write of the project runs until `release`. Looks in writes:
 * a step of a report is short while others wait.
 */
export async function heldWhileRecording(server: TestServer, projectId: string) {
  const { db, write } = server.services
  const before = await stateOf(db)
  const { promise, resolve: release } = Promise.withResolvers<void>()
  let done = Promise.resolve()
  const hold = async () => {
    const { promise: isHeld, resolve, reject } = Promise.withResolvers<boolean>()
    done = write({ project: projectId }, async () => {
      const { unfinished, results, parts } = await stateOf(db)
      const isRecording = unfinished > 0 && results > before.results && parts > 0
      resolve(isRecording)
      if (isRecording) await promise
    })
    done.catch(reject)
    return await isHeld
  }
  while (!(await hold())) await new Promise((resolve) => setTimeout(resolve, 2))
  expect(await stateOf(db)).toMatchObject({ unfinished: 1 })
  return {
    /** Sends a call, and releases once it waits for its turn to write; on PostgreSQL the lock of a run is free. */
    releaseAfter: async <T>(send: () => Promise<T>): Promise<T> => {
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
      server.services.write = async (scope, work) => {
        const written = write(scope, work)
        ask()
        return await written
      }
      const answer = send()
      await Promise.race([asked, answer])
      server.services.write = write
      release()
      await done
      return await answer
    },
    release: async () => {
      release()
      await done
    },
  }
}
