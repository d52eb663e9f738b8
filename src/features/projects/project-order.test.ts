import { expect, it } from 'vitest'
import { emptySummary } from '#shared/test-runs/summary.ts'
import { byAttention } from './project-order.ts'

const health = (newFailures: number, failed: number, waiting = 0, flaky = 0) => ({
  newFailures,
  flaky,
  waiting,
  lastRun: { summary: { ...emptySummary(), failed } } as never,
})

it('Projects with new failures come first, then those that fail, wait or are flaky; others keep their order', () => {
  const known = new Map([
    ['flaky', health(0, 0, 0, 9)],
    ['many', health(0, 40)],
    ['new', health(1, 1)],
    ['waiting', health(0, 0, 5)],
    ['newer', health(3, 3)],
    ['empty', { newFailures: 0, flaky: 0, waiting: 0, lastRun: null }],
  ])
  const projects = ['good', 'flaky', 'many', 'new', 'empty', 'waiting', 'newer', 'fine'].map((id) => ({ id }))
  expect(byAttention(projects, (id) => known.get(id)).map(({ id }) => id)).toEqual([
    'newer',
    'new',
    'many',
    'waiting',
    'flaky',
    'good',
    'empty',
    'fine',
  ])
})
