import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { createStore, useStore } from '#src/lib/store.ts'

/* The request with which the Start Test Run dialog was opened, from anywhere on a project's page. */

export type StartRequest = {
  selection?: { testSuiteIds?: readonly string[]; testCaseIds?: readonly string[] }
  /** The run whose failed cases are executed again. */
  from?: TestRunListItem
}

const state = createStore<{ request: StartRequest; isOpen: boolean }>({ request: {}, isOpen: false })

export const useStartRequest = () => useStore(state)

export function openStartRun(request: StartRequest = {}): void {
  state.set({ request, isOpen: true })
}

/** The request is kept, so that the dialog does not change while it closes. */
export function closeStartRun(): void {
  state.set({ ...state.get(), isOpen: false })
}
