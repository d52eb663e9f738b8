import { DomainError } from '#shared/errors.ts'
import type { ReportedTest } from './reported-test.ts'

/* Limits of one report beside its size. They bound what a small file can make the server do. */

/** Executions of one test, retries included. */
const EXECUTIONS_MAX = 100

/** Executions of all tests that share an automation key. */
const SHARED_MAX = 1_000

/** Bytes that a packed byte may become, once so many bytes are unpacked. */
const EXPANSION_MAX = 100
const EXPANSION_FREE = 10 * 1024 * 1024

/** Milliseconds of computing time for reading. */
const READING_MAX_MS = 60_000

export function refuseExpansion(unpacked: number, packed: number): void {
  if (unpacked > EXPANSION_FREE && unpacked > packed * EXPANSION_MAX)
    throw tooLarge(`The report unpacks to more than ${EXPANSION_MAX} times its size`)
}

export function limitedTests(maxTests: number): (test: Pick<ReportedTest, 'keys' | 'executions'>) => void {
  let tests = 0
  const ofKeys = new Map<string, number>()
  return ({ keys, executions }) => {
    tests += Math.max(1, keys.length)
    if (tests > maxTests) throw tooLarge(`The report has more than ${maxTests} tests (REPORT_MAX_TESTS)`)
    refuseExecutions(executions.length)
    for (const key of keys)
      if (add(ofKeys, key, executions.length) > SHARED_MAX)
        throw tooLarge(`The report has more than ${SHARED_MAX} executions of the test case ${key}`)
  }
}

/** The number of attempts of a test: it is recorded once per key. */
export function countExecutions({ keys, executions }: Pick<ReportedTest, 'keys' | 'executions'>): number {
  return Math.max(1, keys.length) * executions.length
}

/** Counts the executions of the tests that a report lists several times. Throws PAYLOAD_TOO_LARGE. */
export function limitedRetries(): (test: ReportedTest) => void {
  const retries = new Map<string, number>()
  return ({ suite, name, executions, isRetry }) => {
    if (isRetry) refuseExecutions(1 + add(retries, JSON.stringify([suite, name]), executions.length))
  }
}

function add(counts: Map<string, number>, key: string, more: number): number {
  const count = (counts.get(key) ?? 0) + more
  counts.set(key, count)
  return count
}

function refuseExecutions(count: number): void {
  if (count > EXECUTIONS_MAX) throw tooLarge(`A test of the report has more than ${EXECUTIONS_MAX} executions`)
}

/** Adds up the computing time of `read`. Throws PAYLOAD_TOO_LARGE. */
export function readingTime(maxMs = READING_MAX_MS): (read: () => void) => void {
  let spent = 0
  return (read) => {
    const start = performance.now()
    read()
    spent += performance.now() - start
    if (spent > maxMs) throw tooLarge(`The report takes more than ${maxMs / 1000} s to read`)
  }
}

/** Characters that all reports hold that are read at once. In memory they take two to three times as much. */
const HELD_MAX = 300_000_000

/** A report that holds less is not refused for the others. */
const HELD_FREE = 5_000_000

let heldByAll = 0

/** Counts what a report holds while it is read. Throws SERVICE_UNAVAILABLE when all of them hold too much. */
export function sharedHeld(max = HELD_MAX, free = HELD_FREE) {
  let held = 0
  return {
    hold(characters: number) {
      held += characters
      heldByAll += characters
      if (characters > 0 && heldByAll > max && held > free) throw tooMany()
    },
    release() {
      heldByAll -= held
      held = 0
    },
  }
}

const tooMany = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'Too many large reports are read at once. Send it again later', {
    retryAfterSeconds: 10,
  })

const tooLarge = (message: string) => new DomainError('PAYLOAD_TOO_LARGE', message)
