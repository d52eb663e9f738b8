import { useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useMemo } from 'react'
import type { ProjectListMessage } from '#shared/live/live.ts'
import { readAgain } from '#src/lib/live/fresh-queries.ts'
import { Paced } from '#src/lib/live/paced.ts'
import { useLive } from '#src/lib/live/use-live.ts'
import { trpc } from '#src/lib/trpc.ts'

const SPACING_MS = 1_000
/** A project may have many members, who are all told at the same moment. */
const SPREAD_MS = 300

/** Lets the list of my projects follow what happens to them. */
export function useLiveProjects(): void {
  const queryClient = useQueryClient()
  const reading = useMemo(
    () => new Paced(() => readAgain(queryClient, { queryKey: getQueryKey(trpc.projects.list) }), SPACING_MS),
    [queryClient],
  )
  useEffect(() => () => reading.stop(), [reading])
  useLive<ProjectListMessage>({
    key: 'projects',
    watch: ({ live }, lastEventId, observer) => live.projects.subscribe({ lastEventId }, observer),
    onMessage: () => reading.ask(Math.random() * SPREAD_MS),
    onRefused: () => undefined,
  })
}
