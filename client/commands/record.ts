import type { VERDICTS } from '#shared/test-results/test-result.ts'
import { usageFailure } from '../failures.ts'
import { findCase } from '../find-case.ts'
import { findRunId } from '../find-run.ts'
import type { Session } from '../session.ts'
import { describeResult } from '../describe-result.ts'

type Options = { value?: string; status?: (typeof VERDICTS)[number]; note?: string }

/** Records an execution of a case in a run: what was seen, a verdict, or a note. */
export async function recordResult(session: Session, run: string, ref: string, options: Options): Promise<void> {
  const { value: actualValue, status, note: notes } = options
  if (actualValue === undefined && status === undefined && notes === undefined)
    throw usageFailure('nothing to record: give --value, --status or --note')
  const connection = await session.connect()
  const testRunId = await findRunId(connection, run)
  const { id, type } = await findCase(connection, ref)
  const input = { id, testRunId, actualValue, status, notes }
  // Not repeated after a lost answer: it would be a second attempt.
  const result = await connection.callOnce((client) =>
    type === 'manual' ? client.testResults.executeManual.mutate(input) : client.testResults.execute.mutate(input),
  )
  session.output.result([describeResult(result)], result)
}
