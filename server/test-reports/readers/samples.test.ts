import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DomainError } from '#shared/errors.ts'
import { JUNIT_REPORTS } from './samples/junit.ts'
import { OTHER_REPORTS } from './samples/others.ts'
import { RUNNER_REPORTS } from './samples/runners.ts'
import { type Found, lineOf, readReport } from './testing.ts'

const REPORTS = Object.entries({ ...JUNIT_REPORTS, ...OTHER_REPORTS, ...RUNNER_REPORTS }).map(([file, expected]) => {
  return { file, expected, bytes: readFileSync(new URL(`samples/${file}`, import.meta.url)) }
})

/** Enough places to hit every kind of markup, few enough to be quick. */
const CUTS = 60
const FLIPS = 60

describe.each(REPORTS)('$file', ({ file, expected, bytes }) => {
  const found = readReport(bytes)

  test('has the tests that were counted by hand', () => {
    expect(found.tests.map(lineOf)).toEqual(expected.tests)
    expect(found.ignored).toEqual(expected.ignored ?? {})
    expect(countFiles(found)).toEqual(expected.files ?? { embedded: 0, beside: 0 })
    expect(found.declared).toEqual(expected.declared === undefined ? [] : [expected.declared])
    expect(found.warnings).toEqual(expected.warnings ?? [])
    expect(found.format).toBe(file.split('/', 1)[0])
  })

  test('reads the same in chunks of any size', () => {
    for (const size of [1, 2, 3, 7, 64, 1021]) expect(readReport(bytes, size)).toEqual(found)
  })

  // A TAP report is complete at its last planned test, even if that line is cut. A stream of lines may end at any of them.
  test('is refused when it is truncated', () => {
    const isStream = /^(?:gotest|allure)\/.*\.ndjson$/.test(file)
    const whole = file.endsWith('.tap') ? bytes.length : Math.max(bytes.lastIndexOf('>'), bytes.lastIndexOf('}'))
    for (let cut = 0; cut < CUTS; cut += 1) {
      const length = Math.floor((whole * cut) / CUTS)
      const outcome = outcomeOf(bytes.subarray(0, length))
      if (outcome instanceof DomainError)
        expect(outcome).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: expect.arrayContaining(['report']) }] })
      else if (isStream) expect(outcome.tests.length).toBeLessThanOrEqual(found.tests.length)
      else expect([file.endsWith('.tap'), outcome.tests.length]).toEqual([true, found.tests.length])
    }
  })

  test('with any byte changed is read or refused without another error', () => {
    const random = sequence(bytes.length)
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const changed = Buffer.from(bytes)
      changed[random() % changed.length] = random() % 256
      const outcome = outcomeOf(changed)
      expect(outcome instanceof DomainError || Array.isArray(outcome.tests)).toBe(true)
    }
  })
})

/** What was read, or the refusal. Throws other errors. */
function outcomeOf(bytes: Uint8Array): Found | DomainError {
  try {
    return readReport(bytes)
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}

function countFiles({ tests }: Found) {
  const files = tests.flatMap((one) => one.files ?? [])
  const embedded = files.filter((file) => 'id' in file).length
  return { embedded, beside: files.length - embedded }
}
