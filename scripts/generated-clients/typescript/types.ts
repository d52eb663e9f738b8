import type { components, operations } from '../generated/typescript/api.d.ts'

/* Checks of the generated types. Only tsc runs them. */

type Schemas = components['schemas']
type Same<A, B> = unknown extends A ? false : [A, B] extends [B, A] ? true : false

/* Only nullable fields accept null. */
true satisfies Same<Schemas['TestResult']['executedAt'], string | null>
true satisfies Same<Schemas['TestResult']['executionTimeMs'], number | null>
true satisfies Same<Schemas['TestResult']['executedBy'], Schemas['Person'] | null>
true satisfies Same<Schemas['Project']['clientSecret'], string | null>
true satisfies Same<Schemas['TestRun']['createdAt'], string>

/* A value may also be JSON other than text. */
'200' satisfies Schemas['TestResultsSetValueRequest']['actualValue']
200 satisfies Schemas['TestResultsSetValueRequest']['actualValue']
null satisfies Schemas['TestResultsSetValueRequest']['actualValue']

/* An enumeration has the same type everywhere: values from answers can be sent. */
true satisfies Same<Schemas['ResultStatus'], 'passed' | 'failed' | 'error' | 'pending' | 'skipped'>
true satisfies Same<NonNullable<Schemas['TestResultsExecuteRequest']['status']>, Schemas['TestResult']['status']>
true satisfies Same<Schemas['TestCase']['expectedValueType'], 'string' | 'number' | 'boolean' | null>

/* A call without fields needs no body. */
undefined satisfies operations['testRuns_complete']['requestBody']
// @ts-expect-error An execution needs its run.
undefined satisfies operations['testResults_execute']['requestBody']

/* Every error response has the schema ApiError. */
true satisfies Same<components['responses']['Conflict']['content']['application/json'], Schemas['ApiError']>
