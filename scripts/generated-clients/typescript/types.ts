import type { components, operations } from '../generated/typescript/api.d.ts'

/* What the generated types must say, checked by tsc alone. */

type Schemas = components['schemas']
type Same<A, B> = unknown extends A ? false : [A, B] extends [B, A] ? true : false

/* Null is a type of its own, and only where it can be. */
true satisfies Same<Schemas['TestResult']['executedAt'], string | null>
true satisfies Same<Schemas['TestResult']['executionTimeMs'], number | null>
true satisfies Same<Schemas['TestResult']['executedBy'], Schemas['Person'] | null>
true satisfies Same<Schemas['Project']['clientSecret'], string | null>
true satisfies Same<Schemas['TestRun']['createdAt'], string>
true satisfies Same<Schemas['TestResultsSetValueRequest']['actualValue'], string | null>

/* An enumeration is one type wherever it stands: what a result says can be sent back. */
true satisfies Same<Schemas['ResultStatus'], 'passed' | 'failed' | 'error' | 'pending' | 'skipped'>
true satisfies Same<NonNullable<Schemas['TestResultsExecuteRequest']['status']>, Schemas['TestResult']['status']>
true satisfies Same<Schemas['TestCase']['expectedValueType'], 'string' | 'number' | 'boolean' | null>

/* What has nothing to say needs no body. */
undefined satisfies operations['testRuns_complete']['requestBody']
// @ts-expect-error An execution names its run.
undefined satisfies operations['testResults_execute']['requestBody']

/* Every refusal is an Error. */
true satisfies Same<components['responses']['Conflict']['content']['application/json'], Schemas['Error']>
