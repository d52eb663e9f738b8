import { useSyncExternalStore } from 'react'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { Listeners } from '#src/lib/listeners.ts'

/* What the Start Test Run dialog was opened for. It may be opened from everywhere on a project's page. */

export type StartRequest = {
  /** Suites or cases that are chosen at first. */
  selection?: { testSuiteIds?: readonly string[]; testCaseIds?: readonly string[] }
  /** The run whose failed cases are run again. */
  from?: TestRunListItem
}

const listeners = new Listeners()
let state: { request: StartRequest; isOpen: boolean } = { request: {}, isOpen: false }

export const useStartRequest = () => useSyncExternalStore(listeners.subscribe, () => state)

/** Opens the Start Test Run dialog. */
export function openStartRun(request: StartRequest = {}): void {
  state = { request, isOpen: true }
  listeners.notify()
}

/** The request stays, so that the dialog does not change while it closes. */
export function closeStartRun(): void {
  state = { ...state, isOpen: false }
  listeners.notify()
}
