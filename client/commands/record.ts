import type { VERDICTS } from '#shared/test-results/test-result.ts'
import { usageFailure } from '../failures.ts'
import { findCase } from '../find-case.ts'
import { findRunId } from '../find-run.ts'
import type { Session } from '../session.ts'
import { describeResult } from '../describe-result.ts'

type Options = { value?: string; status?: (typeof VERDICTS)[number]; note?: string; defect?: string[] }

export async function recordResult(session: Session, run: string, ref: string, options: Options): Promise<void> {
  const { value: actualValue, status, note: notes, defect: defects } = options
  if ([actualValue, status, notes, defects].every((given) => given === undefined))
    throw usageFailure('nothing to record: give --value, --status, --note or --defect')
  const connection = await session.connect()
  const testRunId = await findRunId(connection, run)
  const { id, type } = await findCase(connection, ref)
  const input = { id, testRunId, actualValue, status, notes, defects }
  // Not retried after a lost response: that would record a second attempt.
  const result = await connection.callOnce((client) =>
    type === 'manual' ? client.testResults.executeManual.mutate(input) : client.testResults.execute.mutate(input),
  )
  session.output.result([describeResult(result)], result)
}
