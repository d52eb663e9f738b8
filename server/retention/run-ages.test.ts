import { expect, test } from 'vitest'
import { type AgedRun, endsOf, RunAges } from './run-ages.ts'

const NOW = Date.parse('2026-06-30T00:00:00.000Z')
const RULES = { keepRunsDays: 30, keepAttachmentsDays: 10, keepTracesDays: null }

/** Ended on 1 January, unless stated. */
const run = (id: string, fields: Partial<AgedRun> = {}): AgedRun => ({
  id,
  status: 'completed',
  created_at: '2026-01-01T00:00:00.000Z',
  completed_at: '2026-01-01T01:00:00.000Z',
  is_pinned: 0,
  branch: 'main',
  environment: null,
  milestone: null,
  trims_attachments: 0,
  trims_traces: 0,
  ...fields,
})

/** Behind thirty newer runs, of which one is the newest of the branch `main`. */
function oldOf(...runs: AgedRun[]) {
  const ages = new RunAges(endsOf(RULES, NOW))
  for (let index = 0; index < 30; index += 1) ages.add(run(`newer ${index}`))
  for (const each of runs) ages.add(each)
  return ages.old
}

test('the thirty newest runs stay, whatever their age', () => {
  expect(oldOf(run('thirty-first'))).toEqual({ runs: ['thirty-first'], attachments: [], traces: [] })
})

test('running, pinned and milestone runs stay, and the newest that ended of each branch and environment', () => {
  const kept = [
    run('running', { status: 'running', completed_at: null }),
    run('pinned', { is_pinned: 1 }),
    run('milestone', { milestone: '1.0' }),
    run('running elsewhere', { environment: 'prod', status: 'running', completed_at: null }),
    run('newest elsewhere', { environment: 'prod' }),
    run('newest without a branch', { branch: null }),
  ]
  expect(oldOf(...kept)).toEqual({ runs: [], attachments: [], traces: [] })
  expect(oldOf(...kept, run('second elsewhere', { environment: 'prod' })).runs).toEqual(['second elsewhere'])
})

test('a run counts from its end, and one that stays loses its attachments once', () => {
  const completed_at = '2026-06-15T00:00:00.000Z'
  const old = oldOf(
    run('ended late', { completed_at }),
    run('trimmed', { completed_at, trims_attachments: 2 }),
    run('recent', { completed_at: '2026-06-29T00:00:00.000Z' }),
  )
  expect(old).toEqual({ runs: [], attachments: ['ended late'], traces: [] })
})
