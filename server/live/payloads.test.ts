import { expect, test } from 'vitest'
import { PAYLOAD_BYTES } from '../database/postgres-listener.ts'
import type { Change } from '../database/changes.ts'
import { readChanges, readWord, splitViewers, writeChanges } from './payloads.ts'

const bytesOf = (text: string) => Buffer.byteLength(text)
const ids = (count: number) =>
  Array.from({ length: count }, (_, index) => `01a1fdf0-4dd3-778c-8f64-${String(index).padStart(12, '0')}`)

test('changes of every kind arrive as they were', () => {
  const changes: Change[] = [
    { kind: 'results', testRunId: 'r', resultIds: ids(100) },
    { kind: 'results', testRunId: 's', resultIds: null },
    { kind: 'run', projectId: 'p', testRunId: 'r' },
    { kind: 'run deleted', projectId: 'p', testRunId: 'r' },
    { kind: 'project', projectId: 'p' },
    { kind: 'project deleted', projectId: 'p' },
    { kind: 'member', projectId: 'p', userId: 'u' },
    { kind: 'credential', projectId: 'p' },
    { kind: 'user', userId: 'u' },
  ]
  const payloads = writeChanges(changes)
  expect(payloads).toHaveLength(1)
  expect(payloads.flatMap(readChanges)).toEqual(changes)
})

test('many changes take several payloads, none of them too long, and keep their order', () => {
  const changes = ids(20).map((testRunId): Change => ({ kind: 'results', testRunId, resultIds: ids(100) }))
  const payloads = writeChanges(changes)
  expect(payloads).toHaveLength(20)
  for (const payload of payloads) expect(bytesOf(payload)).toBeLessThanOrEqual(PAYLOAD_BYTES)
  expect(payloads.flatMap(readChanges)).toEqual(changes)
})

test('results that no payload could name are not named', () => {
  const [payload = '', ...others] = writeChanges([{ kind: 'results', testRunId: 'r', resultIds: ids(201) }])
  expect([readChanges(payload), others]).toEqual([[{ kind: 'results', testRunId: 'r', resultIds: null }], []])
})

test('nothing takes no payload', () => {
  expect([writeChanges([]), splitViewers({ run: [] })]).toEqual([[], []])
})

test('viewers are all told of, however many and however long their names are', () => {
  const people = ids(300).map((id) => ({ id, name: '世界"\n'.repeat(60) }))
  const words = splitViewers({ a: people, b: people.slice(0, 5) }).map((viewers, part) => ({
    kind: 'viewers' as const,
    server: ids(1)[0] ?? '',
    part,
    viewers,
  }))
  const payloads = words.map((word) => JSON.stringify(word))
  for (const payload of payloads) expect(bytesOf(payload)).toBeLessThanOrEqual(PAYLOAD_BYTES)
  expect(payloads.map(readWord)).toEqual(words)
  expect(words.flatMap(({ viewers }) => viewers)).toHaveLength(305)
})
