import { keysInName } from './case-keys.ts'
import { singleTest } from './executions.ts'
import type { ReaderLimits } from './limits.ts'
import { badLine, truncated } from './report-error.ts'
import { readDiagnostics } from './tap-diagnostics.ts'
import { tapGroups } from './tap-groups.ts'
import { tapLevels } from './tap-levels.ts'
import { type TapLine, readTapLine } from './tap-lines.ts'
import { tapPlans } from './tap-plans.ts'
import { pointExecution } from './tap-point.ts'
import { testDefects } from './test-defects.ts'
import type { Lines } from './text-lines.ts'
import type { TidySink } from './tidy-sink.ts'
import { tapWriters } from './tap-writers.ts'
import { yamlBlock } from './tap-yaml.ts'

type PointLine = Extract<TapLine, { kind: 'point' }>
type Structure = Extract<TapLine, { kind: 'point' | 'plan' | 'subtest' }>

/** A point whose diagnostics or subtest in braces may follow. `ends` is the subtest it summarizes. */
type Point = PointLine & { suite: string[]; ends: { points: number; hasFailed: boolean } | null }
/** A point before its subtest in braces, with its diagnostics. */
type Opening = Point & { lines: string[] }

const SUBTEST_INDENT = 4
const PLANNED_TODO = { kind: 'todo', reason: '' } as const

export function tapTests(sink: TidySink, limits: ReaderLimits): Lines {
  const levels = tapLevels((test) => sink.test(test))
  const yaml = yamlBlock()
  const groups = tapGroups()
  const plans = tapPlans(sink)
  /** Innermost last. */
  const opening: Opening[] = []
  const writers = tapWriters()
  let point: Point | null = null
  let isOver = false

  return {
    take(given, line) {
      if (isOver || yaml.take(given)) return
      const text = given.trim()
      const indent = given.length - given.trimStart().length
      if (text === '---' && point) return yaml.open(indent)
      const read = readTapLine(text)
      const depth = indent / SUBTEST_INDENT
      if (read.kind === 'nothing') return
      if (read.kind === 'comment') return takeComment(text, indent, read.failures)
      if (read.kind === 'subtest') takeHeading(read.name)
      else if (read.kind !== 'other') groups.line()
      if (read.kind === 'bailOut') return bailOut(read.reason)
      if (read.kind === 'file') return startFile(read.name)
      if (read.kind === 'startOfBlock' && point) return void (point.opensBlock = 'after')
      if (read.kind === 'other' && point?.isOk === false && depth > levels.depth) return yaml.add(given)
      if (read.kind === 'warning') return takeWarning()
      if (read.kind === 'other' || read.kind === 'startOfBlock' || !Number.isInteger(depth)) return ignoreLine()
      if (depth > limits.depth) throw badLine(line, `The subtests are nested deeper than ${limits.depth} levels`)
      if (point?.opensBlock && (depth > levels.depth || read.kind === 'endOfBlock')) openBraces(point)
      else finishPoint()
      if (read.kind === 'endOfBlock') return endBraces(depth)
      enter(depth, read)
    },
    end(line) {
      if (yaml.isOpen) throw truncated(line, 'the diagnostics of a test have no end')
      finishPoint()
      if (!isOver) plans.check(line, levels.root, opening[0]?.name)
      leaveTo(0)
      plans.declare(levels.root.plan)
    },
  }

  function ignoreLine() {
    sink.ignore('line', 'Not a TAP line')
  }

  /** node:test and node-tap print the name of a subtest before it. */
  function takeHeading(name: string) {
    groups.subtest()
    writers.heading(name)
  }

  function takeWarning() {
    levels.current.warnings += 1
    ignoreLine()
  }

  function takeComment(text: string, indent: number, failures: number | null) {
    if (indent > 0) return
    if (failures !== null) plans.declareFailures(failures)
    groups.comment(text)
  }

  /** prove prints the name of each file, and `ok` after its points. */
  function startFile(name: string) {
    finishPoint()
    leaveTo(0)
    groups.start(name)
    plans.startFile()
  }

  function enter(depth: number, read: Structure) {
    const ended = depth < levels.depth ? endSubtest(depth, read) : null
    const isNew = depth > levels.depth
    while (levels.depth < depth) levels.open(null)
    if (read.kind === 'plan') takePlan(read)
    else if (read.kind === 'point') takePoint(read, ended)
    else if (isNew && levels.current.name === null) levels.current.name = read.name
    else levels.current.nextName = read.name
  }

  /** A line with less indent ends the subtests inside; a point there summarizes them. */
  function endSubtest(depth: number, read: Structure) {
    leaveTo(depth + 1)
    return levels.close(read.kind === 'point' ? read.name : null, levels.current.points)
  }

  function leaveTo(depth: number) {
    while (levels.depth > depth) levels.close(null, levels.current.points)
    opening.length = Math.min(opening.length, depth)
  }

  function takePlan({ count, reason, todo }: Extract<Structure, { kind: 'plan' }>) {
    plans.take(levels.current, count, reason, levels.depth)
    levels.current.todo = new Set(todo)
  }

  function takePoint(read: PointLine, ends: Point['ends']) {
    if (plans.isSummary(read, levels.current)) return ignoreLine()
    levels.current.points += 1
    levels.current.nextName = null
    writers.see(read)
    const number = read.number ?? levels.current.points
    const given = read.name || `Test ${number}`
    const directive = read.directive ?? (levels.current.todo.has(number) ? PLANNED_TODO : null)
    const { suite, name } = levels.depth === 0 ? writers.split(given) : { suite: [], name: given }
    const group = levels.depth === 0 && suite.length === 0 ? groups.suiteOf(name) : suite
    point = { ...read, name, directive, ends, suite: group }
  }

  function openBraces(before: Point) {
    opening.push({ ...before, lines: yaml.takeLines() })
    levels.open(before.name)
    point = null
  }

  function endBraces(depth: number) {
    const summary = opening.at(-1)
    if (!summary || depth >= levels.depth) return ignoreLine()
    leaveTo(depth + 1)
    opening.pop()
    record({ ...summary, ends: levels.close(null, 0) }, summary.lines)
  }

  function finishPoint() {
    if (point === null) return
    const finished = point
    point = null
    // A description may end in a brace.
    const name = finished.opensBlock === 'before' ? `${finished.name} {` : finished.name
    record({ ...finished, name }, yaml.takeLines())
  }

  /** A point that summarizes a subtest is no test itself, unless it failed and no test in it did. */
  function record({ ends, suite, ...read }: Point, lines: string[]) {
    const diagnostics = readDiagnostics(lines)
    const isPlanned = writers.isPlanned(read, lines, diagnostics)
    const execution = pointExecution(isPlanned ? { ...read, isOk: false } : read, diagnostics)
    const hasFailed = execution.status === 'failed'
    if (hasFailed) plans.foundFailure()
    if (ends && ends.points > 0 && (!hasFailed || ends.hasFailed)) plans.foundParent()
    else {
      const place = levels.depth === 0 ? writers.place(read, suite, diagnostics) : { suite, name: read.name }
      const defects = testDefects(sink)
      for (const listed of diagnostics.defects) defects.add(listed)
      const found = singleTest(place.suite, place.name, execution)
      levels.test({ ...found, keys: keysInName(read.name), ...defects.found() })
    }
    if (hasFailed) levels.current.hasFailed = true
  }

  function bailOut(reason: string) {
    finishPoint()
    leaveTo(0)
    levels.test(singleTest([], 'Bail out!', { status: 'error', message: reason || 'The tests bailed out' }))
    isOver = true
  }
}
