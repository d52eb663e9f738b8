import type { QueryKey } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Coalescer } from '#shared/live/coalescer.ts'
import type { ProjectListMessage } from '#shared/live/live.ts'
import { refetchQueries } from '#src/lib/live/fresh-queries.ts'
import { showUnread } from '#src/lib/live/unread.ts'
import { useLive } from '#src/lib/live/use-live.ts'
import { trpc } from '#src/lib/trpc.ts'

const PACE = { delayMs: 0, spacingMs: 1_000 }
/** All members of a project get the same message. Their refetches are spread over this time. */
const SPREAD_MS = 300

const PROJECT_LIST = [getQueryKey(trpc.projects.list)]
const TEAM = [getQueryKey(trpc.members.list), getQueryKey(trpc.invites.list), getQueryKey(trpc.projects.overview)]

export function useLiveProjects(): void {
  useLiveQueries(PROJECT_LIST)
}

export function useLiveTeam(): void {
  useLiveQueries(TEAM)
}

function useLiveQueries(queryKeys: QueryKey[]): void {
  useOnProjectChange(() => Promise.all(queryKeys.map((queryKey) => refetchQueries({ queryKey }))))
}

/** Refetches when a project of the user may have changed: its suites, its number of cases, its members. */
export function useOnProjectChange(onChange: () => Promise<unknown>): void {
  const handleChange = useEffectEvent(onChange)
  const refetch = useRef<Coalescer>(undefined)
  useEffect(() => {
    const coalescer = new Coalescer(async () => await handleChange(), PACE)
    refetch.current = coalescer
    return () => coalescer.cancel()
  }, [])
  useLive<ProjectListMessage>({
    key: 'projects',
    subscribe: ({ live }, observer) => live.projects.subscribe(undefined, observer),
    onMessage: (message) => {
      if (message.type === 'notices') showUnread(message)
      else refetch.current?.request(Math.random() * SPREAD_MS)
    },
  })
}
