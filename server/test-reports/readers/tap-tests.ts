import { keysInName } from './case-keys.ts'
import type { ReaderLimits } from './limits.ts'
import { badLine, truncated } from './report-error.ts'
import { readDiagnostics } from './tap-diagnostics.ts'
import { tapLevels } from './tap-levels.ts'
import { type TapLine, readTapLine } from './tap-lines.ts'
import { pointExecution } from './tap-point.ts'
import { type TidySink, singleTest } from './tidy-sink.ts'
import { yamlBlock } from './tap-yaml.ts'

type PointLine = Extract<TapLine, { kind: 'point' }>
type Structure = Extract<TapLine, { kind: 'point' | 'plan' | 'subtest' }>

/** A point whose diagnostics may follow. `ends` is the subtest it summarizes. */
type Point = PointLine & { ends: { points: number; hasFailed: boolean } | null }

const SUBTEST_INDENT = 4

/** Interprets the lines of a TAP stream. */
export function tapTests(sink: TidySink, limits: ReaderLimits) {
  const levels = tapLevels((test) => sink.test(test))
  const yaml = yamlBlock()
  /** Points before their subtests in braces, innermost last. */
  const opening: PointLine[] = []
  let point: Point | null = null
  let planned = 0
  let parents = 0
  let isOver = false

  return {
    take(given: string, line: number) {
      if (isOver || yaml.take(given)) return
      const text = given.trim()
      const indent = given.length - given.trimStart().length
      if (text === '---' && point) return yaml.open(indent)
      const read = readTapLine(text)
      const depth = indent / SUBTEST_INDENT
      if (read.kind === 'nothing') return
      if (read.kind === 'bailOut') return bailOut(read.reason)
      if (read.kind === 'other' && point?.isOk === false && depth > levels.depth) return yaml.add(given)
      if (read.kind === 'other' || !Number.isInteger(depth)) return sink.ignore('line', 'Not a TAP line')
      if (depth > limits.depth) throw badLine(line, `The subtests are nested deeper than ${limits.depth} levels`)
      finishPoint()
      if (read.kind === 'endOfBlock') return endBraces(depth)
      enter(depth, read)
    },
    end(line: number) {
      if (yaml.isOpen) throw truncated(line, 'the diagnostics of a test have no end')
      finishPoint()
      const { points, plan } = levels.root
      if (!isOver) refuseTruncated(line, points, plan)
      leaveTo(0)
      if (plan !== null) sink.declare(Math.max(planned - parents, 0))
    },
  }

  function refuseTruncated(line: number, points: number, plan: number | null) {
    if (opening.length > 0) throw truncated(line, `the subtest "${opening[0]?.name.slice(0, 100)}" has no end`)
    if (plan === null) throw truncated(line, 'the plan is missing')
    if (plan > points) throw truncated(line, `${plan} tests planned, ${points} found`)
    if (plan < points) sink.warn(`${plan} tests planned, ${points} found`)
  }

  function enter(depth: number, read: Structure) {
    const ended = depth < levels.depth ? endSubtest(depth, read) : null
    const isNew = depth > levels.depth
    while (levels.depth < depth) levels.open(null)
    if (read.kind === 'plan') takePlan(read.count, read.reason)
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

  function takePlan(count: number, reason: string) {
    if (levels.current.plan !== null) return
    levels.current.plan = count
    planned += count
    if (count === 0 && levels.depth === 0) sink.warn(`The report plans no test${reason === '' ? '' : `: ${reason}`}`)
  }

  function takePoint(read: PointLine, ends: Point['ends']) {
    levels.current.points += 1
    levels.current.nextName = null
    const name = read.name || `Test ${read.number ?? levels.current.points}`
    if (!read.opensBlock) {
      point = { ...read, name, ends }
      return
    }
    opening.push({ ...read, name })
    levels.open(name)
  }

  function endBraces(depth: number) {
    const summary = opening.at(-1)
    if (!summary || depth >= levels.depth) return sink.ignore('line', 'Not a TAP line')
    leaveTo(depth + 1)
    opening.pop()
    point = { ...summary, ends: levels.close(null, 0) }
    finishPoint()
  }

  /** A point that summarizes a subtest is no test itself, unless it failed and no test in it did. */
  function finishPoint() {
    if (point === null) return
    const { ends, ...read } = point
    const execution = pointExecution(read, readDiagnostics(yaml.takeLines()))
    const hasFailed = execution.status === 'failed'
    point = null
    if (ends && ends.points > 0 && (!hasFailed || ends.hasFailed)) parents += 1
    else levels.test({ ...singleTest([], read.name, execution), keys: keysInName(read.name) })
    if (hasFailed) levels.current.hasFailed = true
  }

  function bailOut(reason: string) {
    finishPoint()
    leaveTo(0)
    levels.test(singleTest([], 'Bail out!', { status: 'error', message: reason || 'The tests bailed out' }))
    isOver = true
  }
}
