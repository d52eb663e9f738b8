import { describe, expect, test } from 'vitest'
import { RESULT_STATUSES, resultStatus } from './result-status.ts'

describe('the status of an outcome (rule 5)', () => {
  test.each([
    [{}, 'pending'],
    [{ actualValue: null }, 'pending'],
    [{ expectedValue: 'ok' }, 'pending'],
    [{ actualValue: 'ok' }, 'passed'],
    [{ actualValue: 'ok', expectedValue: null }, 'passed'],
    [{ actualValue: '', expectedValue: null }, 'passed'],
    [{ actualValue: 'ok', expectedValue: 'ok' }, 'passed'],
    [{ actualValue: 'no', expectedValue: 'ok' }, 'failed'],
    [{ actualValue: '', expectedValue: 'ok' }, 'failed'],
    [{ actualValue: '1.10', expectedValue: '1.1', expectedValueType: 'number' }, 'passed'],
    [{ actualValue: '1.10', expectedValue: '1.1', expectedValueType: 'string' }, 'failed'],
    [{ actualValue: '1.10', expectedValue: '1.1', expectedValueType: null }, 'failed'],
    [{ actualValue: 'TRUE', expectedValue: 'true', expectedValueType: 'boolean' }, 'passed'],
    [{ errorMessage: 'boom' }, 'error'],
    [{ errorMessage: 'boom', actualValue: 'ok', expectedValue: 'ok' }, 'error'],
    [{ errorMessage: '', actualValue: 'ok', expectedValue: 'ok' }, 'passed'],
    [{ errorMessage: null, actualValue: 'ok', expectedValue: 'ok' }, 'passed'],
    [{ status: null, actualValue: 'no', expectedValue: 'ok' }, 'failed'],
  ] as const)('%j is %s', (outcome, status) => {
    expect(resultStatus(outcome)).toBe(status)
  })

  test.each(RESULT_STATUSES)('is %s when that status was sent, whatever else was sent', (status) => {
    for (const outcome of [{}, { errorMessage: 'boom' }, { actualValue: 'no', expectedValue: 'ok' }])
      expect(resultStatus({ ...outcome, status })).toBe(status)
  })
})
