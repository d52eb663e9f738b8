import type { StepStatus } from '#shared/test-results/result-step.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { LiveTest } from '../../test-reports/live-test.ts'
import type { QaseResult, QaseStep, STATUSES } from './qase.inputs.ts'

const STATUS: Record<(typeof STATUSES)[number], ResultStatus> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  disabled: 'skipped',
  blocked: 'skipped',
  invalid: 'error',
}

export function toLiveTest(given: QaseResult): LiveTest {
  const { id, title, execution, message, params, relations, fields } = given
  const steps = given.steps ?? []
  const status = STATUS[execution.status]
  const suite = relations?.suite?.data?.flatMap((part) => part.title ?? []) ?? []
  const said = message ?? null
  return {
    id: id || null,
    refs: refsOf(given),
    test: {
      suite,
      name: title + formatParams(params ?? {}),
      keys: keysOf(given),
      executions: [
        {
          status,
          message: isFailure(status) ? said : null,
          trace: execution.stacktrace ?? null,
          durationMs: execution.duration ?? null,
          startedAt: execution.start_time == null ? null : new Date(execution.start_time * 1000).toISOString(),
        },
      ],
      ...(fields?.['is_flaky'] === 'true' && status === 'passed' && { isFlaky: true as const }),
    },
    notes: [
      ...(execution.status === 'blocked' ? ['Blocked'] : []),
      ...(isFailure(status) ? [] : [said ?? '']),
      formatSteps(steps).join('\n'),
    ],
    steps: steps.map(statusOfStep),
    files: [...new Set([...(given.attachments ?? []), ...filesOf(steps)])],
  }
}

function refsOf({ testops_ids, testops_id }: QaseResult): string[] {
  const numbers = [...(testops_ids ?? []), ...(testops_id == null ? [] : [testops_id])].filter((number) => number > 0)
  return [...new Set(numbers)].map((number) => `C${number}`)
}

/** A signature identifies the test only if it has the title and the parameters, which not every framework puts into it. */
function keysOf({ signature, title, params }: QaseResult): string[] {
  const parts = [
    title.trim().replaceAll(/\s+/g, '_'),
    ...Object.values(params ?? {}).map((value) => String(value ?? '')),
  ]
  return signature && parts.every((part) => signature.includes(part.toLowerCase())) ? [signature] : []
}

/** Tests that differ in their parameters are different tests. */
function formatParams(params: NonNullable<QaseResult['params']>): string {
  const all = Object.entries(params).flatMap(([name, value]) => (value == null ? [] : [`${name}=${String(value)}`]))
  return all.length === 0 ? '' : ` (${all.join(', ')})`
}

const STEP_STATUS: Record<string, StepStatus> = {
  passed: 'passed',
  failed: 'failed',
  invalid: 'failed',
  skipped: 'skipped',
  blocked: 'skipped',
}

const statusOfStep = ({ execution }: QaseStep): StepStatus => STEP_STATUS[execution?.status ?? ''] ?? 'pending'

function formatSteps(steps: QaseStep[], before = ''): string[] {
  return steps.flatMap((step, index) => {
    const { action, input_data, expected_result } = step.data ?? {}
    const number = `${before}${index + 1}`
    const parts = [action || 'Unnamed step', input_data, expected_result && `expected: ${expected_result}`]
    return [
      `${number}. ${statusOfStep(step)}: ${parts.filter(Boolean).join('; ')}`,
      ...formatSteps(step.steps ?? [], `${number}.`),
    ]
  })
}

const filesOf = (steps: QaseStep[]): string[] =>
  steps.flatMap(({ execution, steps: below }) => [...(execution?.attachments ?? []), ...filesOf(below ?? [])])
