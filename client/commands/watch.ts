import { setTimeout as wait } from 'node:timers/promises'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { Connection } from '../connection.ts'
import { describeSummary } from '../describe-upload.ts'
import { EXIT } from '../exit-codes.ts'
import { checkRun, describeCheck, type FailCondition } from '../fail-on.ts'
import { findRunId } from '../find-run.ts'
import { runUrl } from '../page-urls.ts'
import { readQuarantined } from '../quarantine.ts'
import { listTests } from '../run-tests.ts'
import type { Output } from '../output.ts'
import type { Session } from '../session.ts'

const DEFAULTS: FailCondition[] = ['failed', 'error']

type Options = { failOn?: FailCondition[]; includeQuarantined?: boolean; interval: number }

/** Follows a run to its end, and sets the exit code. It polls, because live streams need a user's token. */
export async function watchRun(session: Session, idOrKey: string, options: Options): Promise<void> {
  const { output } = session
  const connection = await session.connect()
  const testRunId = await findRunId(connection, idOrKey)
  session.onInterrupt(() => ({ lines: ['The run goes on'], details: { run: testRunId } }))
  const testRun = await untilEnd(connection, testRunId, options.interval * 1000, output)
  const ignored = options.includeQuarantined ? new Set<string>() : await readQuarantined(connection)
  const check = await checkRun(connection, { testRun, files: [] }, options.failOn ?? DEFAULTS, ignored)
  const url = runUrl(connection, testRun.id)
  const head = [`${testRun.ref}: ${testRun.status}`, describeSummary(testRun.summary)]
  output.result([...head, ...describeCheck(check), url], { testRun, url, failOn: check })
  if (check.met.length > 0 || testRun.status === 'failed') process.exitCode = EXIT.failOn
}

async function untilEnd(
  connection: Connection,
  testRunId: string,
  intervalMs: number,
  output: Output,
): Promise<TestRunListItem> {
  const shown = new Set<string>()
  let before = ''
  for (;;) {
    const { suites: _, ...run } = await connection.call((client) => client.testRuns.overview.query({ testRunId }))
    const now = describeSummary(run.summary)
    if (now !== before) output.note(`${run.ref}: ${now}`)
    if (now !== before) await noteFailures(connection, run, shown, output)
    if (run.status !== 'running') return run
    before = now
    await wait(intervalMs)
  }
}

/** The number of failures to list while the run goes on. The end lists them by condition. */
const NAMED = 50

async function noteFailures(connection: Connection, run: TestRunListItem, shown: Set<string>, output: Output) {
  for (const kind of ['failed', 'error'] as const) {
    if (shown.size >= NAMED || run.summary[kind] === 0) continue
    for (const { id, suite, name } of await listTests(connection, run, kind, NAMED)) {
      if (shown.has(id)) continue
      shown.add(id)
      output.note(`  ${kind}  ${suite} › ${name}`)
    }
  }
}
