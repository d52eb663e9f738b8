import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { countLeft, freeze } from './frozen-pages.ts'
import type { SuiteCount } from './result-groups.tsx'
import { timesUntold, useTimesUntold } from './untold.ts'
import { pageOf, type ResultPlace } from './use-test-results.ts'

/** The results at a status as they are when the list opens, and whether others have changed them since. */
export function useFrozenResults(run: TestRunOverview, status: ResultStatus) {
  const queryClient = useQueryClient()
  const untold = useTimesUntold(run.id)
  const [{ filter, counts, untoldBefore }, setFrozen] = useState(() => freezeNow(run, status))
  const placeAt = (suiteId: string, position: number): ResultPlace => ({ suiteId, ...pageOf(position), frozen: filter })
  const left = counts.reduce((sum, { suiteId }) => sum + countLeft(queryClient, filter, suiteId), 0)
  const shown = counts.reduce((sum, { count }) => sum + count, 0)
  return {
    counts,
    placeAt,
    opened: filter.opened,
    hasChanged: run.summary[status] + left !== shown || untold > untoldBefore,
    readAgain: () => setFrozen(freezeNow(run, status)),
  }
}

function freezeNow(run: TestRunOverview, status: ResultStatus) {
  const counts: SuiteCount[] = run.suites.map(({ id, summary }) => ({ suiteId: id, count: summary[status] }))
  return {
    filter: freeze(run.id, status),
    counts: counts.filter(({ count }) => count > 0),
    untoldBefore: timesUntold(run.id),
  }
}
