import { useSuitePlaces } from '../../palette/suite-places.ts'
import { useMoveActs } from '../../keys/use-move-acts.ts'
import { useRunList, useLatestRunList, type RunList } from '../list/run-list.tsx'
import { AssignMenu } from './assign-menu.tsx'
import { goTo, focusCursor, leaveRow } from '../../keys/move.ts'
import { useKeptCursor } from '../../keys/use-kept-cursor.ts'
import { useRecordActs } from './use-record-acts.ts'
import { useSelectActs } from '../../keys/use-select-acts.ts'
import { say } from '#src/lib/toast.ts'
import { useActs } from '../../keys/acts.ts'
import { awaitedAct } from '../../keys/awaited-act.ts'
import { cursorRow, moveCursor } from '../../keys/cursor.ts'
import { findNextPending } from './next-pending.ts'
import { NO_FILTER } from '../store/result-filter.ts'
import { copyCaseLink } from '../panel/copy-case-link.ts'
import { closePanel, enterPart, panelState, type PanelPart, togglePanel, openPanel } from '#src/ui/panel-state.ts'
import { useEffect, useRef } from 'react'
import { trpcClient } from '#src/lib/trpc-client.ts'

/** The keyboard of a run: cursor, acts, and the menu of assignees. Inside the `RunListProvider`. */
export function RunKeys() {
  const list = useRunList()
  useKeptCursor(list)
  useStartCursor(list)
  useMoveActs()
  usePendingAct()
  useRecordActs()
  useSelectActs()
  useLookActs()
  useLeftFields()
  useSuitePlaces({
    suites: list.run.suites,
    goTo: (suiteId) => {
      const row = list.rowAt({ suiteId, position: 0 })
      if (row !== undefined) goTo(list, row)
    },
  })
  return <AssignMenu projectId={list.run.projectId} />
}

function usePendingAct(): void {
  const list = useLatestRunList()
  const toPending = async () => {
    const row = await findNextPending(list(), cursorRow() ?? -1)
    if (row === undefined) say('No case is pending')
    else goTo(list(), row)
  }
  useActs({ nextPending: () => void awaitedAct(toPending) })
}

/** What is typed for a result is saved when the page ends, as it is when its field is left. */
function useLeftFields(): void {
  useEffect(() => {
    const leave = () => {
      const field = document.activeElement
      if (field instanceof HTMLElement && field.matches('textarea, input:not([type="search"])')) field.blur()
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [])
}

/** The keys that show something, and Escape, which leaves what is open. */
function useLookActs(): void {
  const list = useLatestRunList()
  const enter = (part: PanelPart) => () => {
    if (cursorRow() === null) focusCursor(list())
    enterPart(part)
  }
  const copyLink = async () => {
    const result = list().itemAt(cursorRow() ?? 0)
    if (result) await copyCaseLink(list().run, result)
  }
  const closePanelOrSearch = () => {
    if (panelState().isOpen) closePanel()
    else if (list().filter.text !== '') list().setFilter({ ...list().filter, text: NO_FILTER.text })
  }
  useActs({
    panel: togglePanel,
    steps: enter('steps'),
    diff: enter('diff'),
    history: enter('history'),
    copyLink: () => void copyLink(),
    escape: () => leaveRow(closePanelOrSearch),
  })
}

/** The runs of the linked case that are searched for the open one, newest first. */
const RUNS = 1_000

/**
 * Puts the cursor of a run that was opened on the case of the address, else on the first pending one. It takes no
 * focus, and gives way to a tester who is faster. A case of the address is scrolled to, and its panel opened.
 */
function useStartCursor(list: RunList): void {
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current || list.rows === 0) return
    hasStarted.current = true
    void start(list)
  }, [list])
}

async function start(list: RunList): Promise<void> {
  const linked = new URLSearchParams(location.search).get('case')
  const row = linked === null ? undefined : await rowOfCase(list, linked).catch(() => undefined)
  if (cursorRow() !== null) return
  if (row !== undefined) {
    moveCursor(row)
    list.scrollTo(row)
    openPanel()
    return
  }
  const pending = await findNextPending(list, -1).catch(() => undefined)
  if (cursorRow() === null) moveCursor(pending ?? 0)
}

async function rowOfCase(list: RunList, given: string): Promise<number | undefined> {
  const testCaseId = await idOfCase(list.run.projectId, given)
  const [results, ids] = await Promise.all([
    trpcClient.testCases.results.query({ id: testCaseId, limit: RUNS }),
    list.idsBetween(0, list.rows - 1),
  ])
  const resultId = results.find((result) => result.testRunId === list.run.id)?.id
  const row = ids.findIndex((id) => id === resultId)
  return row === -1 ? undefined : row
}

/** Of an id or a ref. */
async function idOfCase(projectId: string, given: string): Promise<string> {
  if (!/^C\d+$/i.test(given)) return given
  return (await trpcClient.testCases.byRef.query({ projectId, ref: given.toUpperCase() })).id
}
