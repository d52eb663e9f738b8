import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Actor } from '../authorize.ts'
import { Bus, type BusEvent } from './bus.ts'
import { guard } from './guard.ts'

const tess = { kind: 'user', user: { id: 'tess' } } as Actor
const machine: Actor = { kind: 'machine', projectId: 'checkout' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function guarded(actor: Actor) {
  const [bus, check, onRefused] = [
    new Bus(),
    vi.fn<() => Promise<void>>(async () => {}),
    vi.fn<(error: Error) => void>(),
  ]
  const stop = await guard(bus, { actor, projectId: 'checkout', check, onRefused })
  check.mockClear()
  return { bus, check, onRefused, stop }
}

test('access is checked after subscribing, because it may have been revoked just before', async () => {
  const bus = new Bus()
  const subscribe = vi.spyOn(bus, 'subscribe')
  const check = vi.fn<() => Promise<void>>(async () => {})
  const stop = await guard(bus, { actor: tess, check, onRefused: () => {} })
  expect(check).toHaveBeenCalledOnce()
  expect(check.mock.invocationCallOrder[0]).toBeGreaterThan(subscribe.mock.invocationCallOrder[0] as number)
  stop()
})

test('a refusal of the first check is thrown, and nothing is checked afterwards', async () => {
  const bus = new Bus()
  const check = vi.fn<() => Promise<void>>(async () => await Promise.reject(new Error('refused')))
  await expect(guard(bus, { actor: tess, check, onRefused: () => {} })).rejects.toThrow('refused')
  bus.lost()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(check).toHaveBeenCalledOnce()
})

test('access is re-checked every minute, and a refusal is reported', async () => {
  const { check, onRefused, stop } = await guarded(tess)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(check).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([check.mock.calls.length, onRefused.mock.calls.length]).toEqual([1, 0])
  check.mockRejectedValue(new Error('no more'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onRefused).toHaveBeenCalledExactlyOnceWith(new Error('no more'))
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(check).toHaveBeenCalledTimes(2)
})

const EVENTS: [BusEvent | null, checksOfTess: number, checksOfMachine: number][] = [
  [{ kind: 'member', projectId: 'checkout', userId: 'tess' }, 1, 0],
  [{ kind: 'member', projectId: 'checkout', userId: 'olga' }, 0, 0],
  [{ kind: 'member', projectId: 'other', userId: 'tess' }, 0, 0],
  [{ kind: 'user', userId: 'tess' }, 1, 0],
  [{ kind: 'user', userId: 'olga' }, 0, 0],
  [{ kind: 'credential', projectId: 'checkout' }, 0, 1],
  [{ kind: 'project deleted', projectId: 'checkout' }, 1, 1],
  [{ kind: 'project deleted', projectId: 'other' }, 0, 0],
  [{ kind: 'run', projectId: 'checkout', testRunId: 'run' }, 0, 0],
  [null, 1, 1],
]

test.each(EVENTS)(
  'after %j the access of Tess is checked %i times, that of a harness %i times',
  async (event, ...times) => {
    for (const [index, actor] of [tess, machine].entries()) {
      const { bus, check, stop } = await guarded(actor)
      const send = () => (event ? bus.publish([event]) : bus.lost())
      send()
      expect(check).toHaveBeenCalledTimes(times[index] as number)
      stop()
      send()
      expect(check).toHaveBeenCalledTimes(times[index] as number)
    }
  },
)
