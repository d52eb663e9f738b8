import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import {
  findCasesByExternalKey,
  findCasesByKey,
  findCasesByName,
  findMovedCases,
  findSuitesByName,
  hasMovedCases,
  type KnownCase,
} from '../test-cases/case-lookup.repository.ts'
import { insertAutomatedCases } from '../test-cases/automated-cases.repository.ts'
import { insertTestSuites, lastNumbers } from '../test-suites/bulk-suites.repository.ts'
import type { ReportedTest } from './reported-test.ts'
import { suiteName } from './short-names.ts'

type Project = Authorized<ProjectRow, 'report.upload'>
type Suite = KnownCase['suite'] & { lastNumber: number }

/** A test of a report with one of the cases it stands for, by the names in the report. */
export type Wanted = { test: ReportedTest; suite: string; key: string | null }

/**
 * Finds cases by automation key, else by the number of an import, else by suite and case name; a case that was moved is found by its former suite.
 * Creates missing cases at the end of their suites.
 */
export class ReportCases {
  readonly #db: Db
  readonly #project: Project
  readonly #sentBy: string | null
  /** By name. What was read stays true while the transaction lasts. */
  readonly #suites = new Map<string, Suite>()
  #hasMoved: Promise<boolean> | undefined

  constructor(db: Db, project: Project, sentBy: string | null) {
    this.#db = db
    this.#project = project
    this.#sentBy = sentBy
  }

  /** The case of each test, in the given order, and how many of them were created. */
  async find(wanted: Wanted[]): Promise<{ cases: KnownCase[]; created: number }> {
    await this.#findSuites(wanted)
    const known = await this.#findKnown(wanted)
    await this.#makeSuites(wanted.filter((entry) => !known.find(entry)))
    const made: KnownCase[] = []
    const cases = wanted.map((entry) => known.find(entry) ?? known.add(this.#make(entry, made)))
    await insertAutomatedCases(this.#db, this.#project, made, this.#sentBy)
    return { cases, created: made.length }
  }

  async #findKnown(wanted: Wanted[]): Promise<KnownCases> {
    const known = new KnownCases()
    const keys = wanted.flatMap(({ key }) => key ?? [])
    if (keys.length > 0) known.addKeys(await findCasesByKey(this.#db, this.#project.id, keys))
    const imported = new Map(keys.flatMap((key) => (known.hasKey(key) ? [] : importedKeys(key))))
    if (imported.size > 0) {
      const found = await findCasesByExternalKey(this.#db, this.#project.id, [...imported.keys()])
      for (const [external, testCase] of found) known.addImported(imported.get(external) as string, testCase)
    }
    const others = wanted.filter((entry) => !known.find(entry))
    if (others.length > 0 && (await this.#anyMoved())) {
      const names = others.map(({ test, suite }) => [suite, test.name] as const)
      known.addMoved(await findMovedCases(this.#db, this.#project.id, names))
    }
    const names = others.flatMap(({ test, suite: name }) => {
      const suite = this.#suites.get(name)
      return suite ? [[suite.id, test.name] as const] : []
    })
    if (names.length > 0) known.addNames(await findCasesByName(this.#db, names))
    return known
  }

  async #anyMoved(): Promise<boolean> {
    this.#hasMoved ??= hasMovedCases(this.#db, this.#project.id)
    return await this.#hasMoved
  }

  async #findSuites(wanted: Wanted[]): Promise<void> {
    const names = this.#missingSuites(wanted)
    if (names.length === 0) return
    const found = await findSuitesByName(this.#db, { projectId: this.#project.id, names })
    const numbers = await lastNumbers(
      this.#db,
      found.map(({ id }) => id),
    )
    for (const suite of found.toReversed())
      this.#suites.set(suite.name, { ...suite, lastNumber: numbers.get(suite.id) ?? 0 })
  }

  /** A suite whose cases were all moved away, or that was renamed, is not made again for them. */
  async #makeSuites(wanted: Wanted[]): Promise<void> {
    for (const suite of await insertTestSuites(this.#db, this.#project, this.#missingSuites(wanted)))
      this.#suites.set(suite.name, { ...suite, lastNumber: 0 })
  }

  #missingSuites(wanted: Wanted[]): string[] {
    return [...new Set(wanted.map(({ suite }) => suite))].filter((name) => !this.#suites.has(name))
  }

  #make({ test, suite: name, key }: Wanted, made: KnownCase[]): KnownCase {
    const suite = this.#suites.get(name) as Suite
    suite.lastNumber += 1
    const testCase = {
      id: newId(),
      name: test.name,
      revision: 1,
      number: suite.lastNumber,
      step_count: 0,
      automationKey: key,
      reportedSuite: null,
      snapshot_type: 'auto' as const,
      snapshot_expected_value: null,
      snapshot_expected_value_type: null,
      suite,
    }
    made.push(testCase)
    return testCase
  }
}

/** The ids that a case with this key may have in the tool it was imported from, each with the key. */
function importedKeys(key: string): [external: string, key: string][] {
  const number = /^C(\d+)$/.exec(key)?.[1]
  return number === undefined ? [] : ['qase', 'testrail'].map((tool) => [`${tool}:${number}`, key])
}

/** Each test stands for one case, or for one per automation key. */
export function wantedCases(tests: ReportedTest[]): Wanted[] {
  return tests.flatMap((test) => {
    const suite = suiteName(test.suite)
    const keys = test.keys.length === 0 ? [null] : test.keys
    return keys.map((key) => ({ test, suite, key }))
  })
}

/** Cases by key and by name. A test with a key matches by name only cases without a key. */
class KnownCases {
  readonly #byKey = new Map<string, KnownCase>()
  readonly #byName = new Map<string, KnownCase>()
  readonly #keyless = new Map<string, KnownCase>()

  find({ test, suite, key }: Wanted): KnownCase | undefined {
    const names = namesOf(suite, test.name)
    return key === null ? this.#byName.get(names) : (this.#byKey.get(key) ?? this.#keyless.get(names))
  }

  hasKey(key: string): boolean {
    return this.#byKey.has(key)
  }

  /** A case that was imported is also found by its number in the other tool. */
  addImported(key: string, testCase: KnownCase): void {
    this.#byKey.set(key, testCase)
  }

  addKeys(cases: KnownCase[]): void {
    for (const testCase of cases) if (testCase.automationKey !== null) this.#byKey.set(testCase.automationKey, testCase)
  }

  /** Cases under the names that reports have for them. */
  addMoved(cases: KnownCase[]): void {
    for (const testCase of cases) this.#addName(testCase.reportedSuite ?? testCase.suite.name, testCase)
  }

  /** A case that was moved into a suite comes after those that reports name there. */
  addNames(cases: KnownCase[]): void {
    for (const isMoved of [false, true])
      for (const testCase of cases)
        if ((testCase.reportedSuite !== null) === isMoved) this.#addName(testCase.suite.name, testCase)
  }

  #addName(suite: string, testCase: KnownCase): void {
    const names = namesOf(suite, testCase.name)
    if (!this.#byName.has(names)) this.#byName.set(names, testCase)
    if (testCase.automationKey === null && !this.#keyless.has(names)) this.#keyless.set(names, testCase)
  }

  add(testCase: KnownCase): KnownCase {
    this.addKeys([testCase])
    this.addNames([testCase])
    return testCase
  }
}

const namesOf = (suite: string, name: string) => `${suite}\n${name}`
