import type { ReportedTest } from '../reported-test.ts'

type Level = {
  /** Null while unknown; the tests of the level wait for it. */
  name: string | null
  /** The name a comment gave to the next subtest or point of this level. */
  nextName: string | null
  waiting: ReportedTest[]
  waitingSize: number
  points: number
  plan: number | null
  /** Lines that some versions of a writer count in the plan. */
  warnings: number
  /** The numbers of points to do, from the plan. */
  todo: ReadonlySet<number>
  hasFailed: boolean
}

/** Beyond this many characters, tests no longer wait for the name of their subtest. */
const WAITING_MAX = 5_000_000
/** Size of a test besides its texts. */
const TEST_SIZE = 500

export function tapLevels(put: (test: ReportedTest) => void) {
  const levels: Level[] = [newLevel('')]
  return {
    get depth() {
      return levels.length - 1
    },
    get root() {
      return levels[0] as Level
    },
    get current() {
      return levels.at(-1) as Level
    },
    open(name: string | null) {
      const parent = levels.at(-1)
      levels.push(newLevel(name ?? parent?.nextName ?? null))
      if (parent) parent.nextName = null
    },
    /** Ends the innermost subtest. `name` comes from its closing point; without any name it is called by `number`. */
    close(name: string | null, number: number): Level {
      const level = levels.pop() as Level
      level.name ??= name ?? `Subtest ${number}`
      for (const test of level.waiting) emit(levels.length - 1, inSuite(level.name, test))
      if (level.hasFailed) (levels.at(-1) as Level).hasFailed = true
      return level
    },
    /** Adds a test to the innermost subtest. */
    test: (test: ReportedTest) => emit(levels.length - 1, test),
  }

  function emit(depth: number, test: ReportedTest) {
    const level = levels[depth] as Level
    if (depth === 0) return put(test)
    if (level.name === null && level.waitingSize >= WAITING_MAX) level.name = 'Subtest'
    if (level.name !== null) return emit(depth - 1, inSuite(level.name, test))
    level.waiting.push(test)
    level.waitingSize += TEST_SIZE + (test.executions[0]?.trace?.length ?? 0)
  }
}

const NONE: ReadonlySet<number> = new Set()

function inSuite(name: string, test: ReportedTest): ReportedTest {
  return { ...test, suite: [name, ...test.suite] }
}

function newLevel(name: string | null): Level {
  return {
    name,
    nextName: null,
    waiting: [],
    waitingSize: 0,
    points: 0,
    plan: null,
    warnings: 0,
    todo: NONE,
    hasFailed: false,
  }
}
