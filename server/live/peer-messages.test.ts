import { expect, test } from 'vitest'
import { PAYLOAD_BYTES } from '../database/postgres-listener.ts'
import { type PeerMessage, readPayload, writePayloads } from './peer-messages.ts'

const bytesOf = (text: string) => Buffer.byteLength(text)
const ids = (count: number) =>
  Array.from({ length: count }, (_, index) => `01a1fdf0-4dd3-778c-8f64-${String(index).padStart(12, '0')}`)

test('messages of every kind are read as they were written', () => {
  const messages: PeerMessage[] = [
    { kind: 'results', testRunId: 'r', resultIds: ids(100) },
    { kind: 'results', testRunId: 's', resultIds: null },
    { kind: 'run', projectId: 'p', testRunId: 'r' },
    { kind: 'run deleted', projectId: 'p', testRunId: 'r' },
    { kind: 'project', projectId: 'p' },
    { kind: 'project deleted', projectId: 'p' },
    { kind: 'member', projectId: 'p', userId: 'u' },
    { kind: 'names', projectId: 'p' },
    { kind: 'credential', projectId: 'p' },
    { kind: 'user', userId: 'u' },
    { kind: 'hello', server: 'a' },
    { kind: 'alive', server: 'a' },
    { kind: 'goodbye', server: 'a' },
    { kind: 'viewer', server: 'a', testRunId: 'r', viewer: { id: 'u', name: 'Ada' }, isViewing: true },
  ]
  const payloads = writePayloads(messages)
  expect(payloads).toHaveLength(1)
  expect(payloads.flatMap(readPayload)).toEqual(messages)
})

test('many messages take several payloads of the allowed length and keep their order', () => {
  const messages = ids(20).map((testRunId): PeerMessage => ({ kind: 'results', testRunId, resultIds: ids(100) }))
  const payloads = writePayloads(messages)
  expect(payloads).toHaveLength(20)
  for (const payload of payloads) expect(bytesOf(payload)).toBeLessThanOrEqual(PAYLOAD_BYTES)
  expect(payloads.flatMap(readPayload)).toEqual(messages)
})

test('results that do not fit into one payload are not listed', () => {
  const [payload = '', ...others] = writePayloads([{ kind: 'results', testRunId: 'r', resultIds: ids(250) }])
  expect([readPayload(payload), others]).toEqual([[{ kind: 'results', testRunId: 'r', resultIds: null }], []])
})

test('no messages take no payload', () => {
  expect(writePayloads([])).toEqual([])
})

test('all viewers are sent, however many there are and however long their names', () => {
  const messages = ids(300).map((id): PeerMessage => ({
    kind: 'viewer',
    server: ids(1)[0] as string,
    testRunId: id,
    viewer: { id, name: '世界"\n'.repeat(60) },
    isViewing: true,
  }))
  const payloads = writePayloads(messages)
  for (const payload of payloads) expect(bytesOf(payload)).toBeLessThanOrEqual(PAYLOAD_BYTES)
  expect(payloads.flatMap(readPayload)).toEqual(messages)
})

test.each(['', 'junk', 'null', '{}', '[null]', '[{"kind":"run"}]', '[{"kind":"unknown"}]'])(
  'the payload %j is not read',
  (payload) => expect(readPayload(payload)).toBeUndefined(),
)
