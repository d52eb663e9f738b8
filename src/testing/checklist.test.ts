import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CHECKLIST } from './checklist.ts'
import type { Entry, Section } from './checklist/entry.ts'
import { QUOTED } from './checklist/quoted.ts'
import { isUnrun, readTests, type TestFile } from './test-source.ts'

/** How many entries each section has: one that is dropped by mistake is missed. */
const COUNTS: Record<Section, number> = { '§2': 200, '§4': 29, '§5': 34, '§8': 59, '§9': 27 }

const files = new Map<string, TestFile>()
const sections = Object.keys(COUNTS) as Section[]
const name = ({ section, text, file, test }: Entry) => `${section} “${text}” in ${file}: “${test}”`

describe('The checklist of the specification', () => {
  test.each(sections)('%s has all of its entries', (section) => {
    expect(CHECKLIST.filter((entry) => entry.section === section)).toHaveLength(COUNTS[section])
  })

  test.each(sections)('%s has an entry for each text that is quoted there', (section) => {
    const shown = CHECKLIST.filter((entry) => entry.section === section && entry.literal).map(({ text }) => text)
    expect(QUOTED[section].filter((quoted) => !shown.includes(quoted))).toEqual([])
  })

  test('No entry stands there twice', () => {
    const names = CHECKLIST.map(name)
    expect(names.filter((each, index) => names.indexOf(each) !== index)).toEqual([])
  })

  test('Each entry names a browser test that exists', () => {
    expect(CHECKLIST.filter((entry) => sourcesOf(entry).length !== 1).map(name)).toEqual([])
  })

  test('Each of these tests runs', () => {
    expect(
      CHECKLIST.filter((entry) => isUnrun(fileOf(entry).shared) || sourcesOf(entry).some(isUnrun)).map(name),
    ).toEqual([])
  })

  test('Each of these tests names the text that it sees', () => {
    const isNamed = (entry: Entry) =>
      [...sourcesOf(entry), fileOf(entry).shared].some((source) => source.includes(entry.text))
    expect(CHECKLIST.filter((entry) => entry.literal && !isNamed(entry)).map(name)).toEqual([])
  })

  test('Each of these tests expects something', () => {
    expect(
      CHECKLIST.filter((entry) => sourcesOf(entry).some((source) => !source.includes('expect('))).map(name),
    ).toEqual([])
  })
})

/** The source of the test that an entry names: one, unless the entry is wrong. */
function sourcesOf(entry: Entry): string[] {
  return fileOf(entry)
    .tests.filter(({ title }) => title.test(entry.test))
    .map(({ source }) => withoutTitle(source))
}

/** A title promises a text; only what comes after it can see one. */
function withoutTitle(source: string): string {
  return source.slice(source.indexOf('=>'))
}

function fileOf({ file }: Entry): TestFile {
  const known = files.get(file) ?? (existsSync(file) ? readTests(file) : { tests: [], shared: '' })
  files.set(file, known)
  return known
}
