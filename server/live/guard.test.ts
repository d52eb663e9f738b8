import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Actor } from '../authorize.ts'
import { Bus } from './bus.ts'
import type { Change } from '../database/changes.ts'
import { guard } from './guard.ts'

const tess = { kind: 'user', user: { id: 'tess' } } as Actor
const machine: Actor = { kind: 'machine', projectId: 'checkout' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function guarded(actor: Actor) {
  const [bus, check, refuse] = [new Bus(), vi.fn<() => Promise<void>>(async () => {}), vi.fn<(error: Error) => void>()]
  const stop = guard(bus, { actor, projectId: 'checkout', check, refuse })
  check.mockClear()
  return { bus, check, refuse, stop }
}

test('a right is checked at once, for it may have been taken away before anybody listened', () => {
  const check = vi.fn<() => Promise<void>>(async () => {})
  const stop = guard(new Bus(), { actor: tess, check, refuse: () => {} })
  expect(check).toHaveBeenCalledOnce()
  stop()
})

test('a right is checked again every minute, and a refusal is handed on', async () => {
  const { check, refuse, stop } = guarded(tess)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(check).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([check.mock.calls.length, refuse.mock.calls.length]).toEqual([1, 0])
  check.mockRejectedValue(new Error('no more'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refuse).toHaveBeenCalledExactlyOnceWith(new Error('no more'))
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(check).toHaveBeenCalledTimes(2)
})

const CHANGES: [Change | null, forTess: number, forMachine: number][] = [
  [{ kind: 'member', projectId: 'checkout', userId: 'tess' }, 1, 0],
  [{ kind: 'member', projectId: 'checkout', userId: 'olga' }, 0, 0],
  [{ kind: 'member', projectId: 'other', userId: 'tess' }, 0, 0],
  [{ kind: 'user', userId: 'tess' }, 1, 0],
  [{ kind: 'user', userId: 'olga' }, 0, 0],
  [{ kind: 'credential', projectId: 'checkout' }, 0, 1],
  [{ kind: 'run', projectId: 'checkout', testRunId: 'run' }, 0, 0],
  [null, 1, 1],
]

test.each(CHANGES)('after %j a right is checked as often as it may be another one', (change, forTess, forMachine) => {
  for (const [actor, times] of [
    [tess, forTess],
    [machine, forMachine],
  ] as const) {
    const { bus, check, stop } = guarded(actor)
    if (change) bus.publish([change])
    else bus.lost()
    expect(check).toHaveBeenCalledTimes(times)
    stop()
    bus.lost()
    expect(check).toHaveBeenCalledTimes(times)
  }
})
