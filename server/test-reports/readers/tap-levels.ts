import type { ReportedTest } from '../reported-test.ts'

/** A subtest while it is open. */
type Level = {
  /** Null while nothing has told it; its tests wait for it so long. */
  name: string | null
  /** The name that a comment gave to the next subtest or point of this level. */
  nextName: string | null
  waiting: ReportedTest[]
  waitingSize: number
  points: number
  plan: number | null
  hasFailed: boolean
}

/** Tests of more characters than this do not wait for the name of their subtest. */
const WAITING_MAX = 5_000_000
/** What a test takes beside its texts. */
const TEST_SIZE = 500

/** The open subtests of a TAP stream: from the root, which is always there, in. */
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
    /** Ends the innermost subtest; `name` is what its closing point says, `number` stands in when nothing does. */
    close(name: string | null, number: number): Level {
      const level = levels.pop() as Level
      level.name ??= name ?? `Subtest ${number}`
      for (const test of level.waiting) emit(levels.length - 1, inSuite(level.name, test))
      if (level.hasFailed) (levels.at(-1) as Level).hasFailed = true
      return level
    },
    /** Takes a test of the innermost subtest, or of the one at `depth`. */
    test: (test: ReportedTest, depth = levels.length - 1) => emit(depth, test),
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

function inSuite(name: string, test: ReportedTest): ReportedTest {
  return { ...test, suite: [name, ...test.suite] }
}

function newLevel(name: string | null): Level {
  return { name, nextName: null, waiting: [], waitingSize: 0, points: 0, plan: null, hasFailed: false }
}
