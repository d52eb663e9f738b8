import { useActs } from './acts.ts'
import { cursorRow } from './cursor.ts'
import { goTo, moveBy } from './move.ts'
import { shownList } from './shown-list.ts'

export function useMoveActs(): void {
  const toSuite = (step: -1 | 1) => goTo(shownList(), shownList().suiteStart(cursorRow() ?? 0, step))
  useActs({
    down: () => moveBy(shownList(), 1),
    up: () => moveBy(shownList(), -1),
    first: () => goTo(shownList(), 0),
    last: () => goTo(shownList(), shownList().rows - 1),
    previousSuite: () => toSuite(-1),
    nextSuite: () => toSuite(1),
  })
}
