import { useEffect, useRef } from 'react'
import { trpcClient } from '#src/lib/query-client.ts'
import type { RunList } from '../list/run-list.tsx'
import { openPanel } from '#src/ui/panel-state.ts'
import { cursorRow, moveCursor } from '../../keys/cursor.ts'
import { findNextPending } from './next-pending.ts'

/** The runs of the linked case that are searched for the open one, newest first. */
const RUNS = 1_000

/**
 * Puts the cursor of a run that was opened on the case of the address, else on the first pending one. It takes no
 * focus, and gives way to a tester who is faster. A case of the address is scrolled to, and its panel opened.
 */
export function useStartCursor(list: RunList): void {
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
