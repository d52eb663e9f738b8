import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { say } from '#src/lib/toast.ts'
import { useLatestCaseList } from './case-list.tsx'
import { loadedCases } from './case-pages.ts'
import { watchDrags } from './drag.ts'
import { useMoves } from './use-moves.ts'
import { useSuiteMoves } from './use-suite-moves.ts'

export function useDrop(): void {
  const queryClient = useQueryClient()
  const list = useLatestCaseList()
  const { move } = useMoves()
  const moveSuite = useSuiteMoves()
  const watch = useEffectEvent(() =>
    watchDrags((dragged, { suiteId, position, edge }) => {
      const { allSuites, suiteOf, found } = list()
      if (found) return say('Clear the search to move by dragging')
      if (dragged.kind === 'suite') {
        const rest = allSuites.filter(({ id }) => id !== dragged.id)
        const at = rest.findIndex(({ id }) => id === suiteId)
        if (at >= 0) void moveSuite(dragged.id, edge === 'above' ? at : at + 1)
        return
      }
      if (position === null) return void move(dragged.ids, { suiteId, index: edge === 'into' ? null : 0 })
      const moved = new Set(dragged.ids)
      const before = loadedCases(queryClient, suiteId, suiteOf(suiteId)?.testCaseCount ?? 0)
        .slice(0, edge === 'above' ? position : position + 1)
        .filter((testCase) => !testCase || !moved.has(testCase.id))
      void move(dragged.ids, { suiteId, index: before.length })
    }),
  )
  useEffect(() => watch(), [])
}
