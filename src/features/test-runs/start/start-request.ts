import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { createStore, useStore } from '#src/lib/store.ts'

/* What the Start Test Run dialog was opened for. It may be opened from everywhere on a project's page. */

export type StartRequest = {
  /** Suites or cases that are chosen at first. */
  selection?: { testSuiteIds?: readonly string[]; testCaseIds?: readonly string[] }
  /** The run whose failed cases are run again. */
  from?: TestRunListItem
}

const state = createStore<{ request: StartRequest; isOpen: boolean }>({ request: {}, isOpen: false })

export const useStartRequest = () => useStore(state)

/** Opens the Start Test Run dialog. */
export function openStartRun(request: StartRequest = {}): void {
  state.set({ request, isOpen: true })
}

/** The request stays, so that the dialog does not change while it closes. */
export function closeStartRun(): void {
  state.set({ ...state.get(), isOpen: false })
}
