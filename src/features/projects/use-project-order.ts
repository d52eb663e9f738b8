import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ProjectListItem } from '#shared/projects/project.ts'
import { byAttention, PROJECT_ORDERS, type ProjectOrder } from './project-order.ts'
import type { ProjectCardHealth } from './use-project-health.ts'

export function useProjectOrder() {
  const [search, setSearch] = useSearchParams()
  const named = search.get('sort')
  return {
    order: PROJECT_ORDERS.find((order) => order === named) ?? 'newest',
    setOrder: (order: ProjectOrder) =>
      setSearch((before) => {
        const after = new URLSearchParams(before)
        if (order === 'newest') after.delete('sort')
        else after.set('sort', order)
        return after
      }),
  }
}

type HealthOf = (projectId: string) => ProjectCardHealth | null | undefined

/** The projects in an order. Attention is sorted only once, so that cards do not move away from the pointer. */
export function useOrdered(projects: ProjectListItem[], order: ProjectOrder, healthOf: HealthOf): ProjectListItem[] {
  const [sorted, setSorted] = useState<{ key: string; places: Map<string, number> }>()
  const key = `${order} ${projects.map(({ id }) => id).join(' ')}`
  const isKnown = projects.every(({ id }) => healthOf(id) !== undefined)
  if (order === 'newest') return projects
  const places = sorted?.key === key ? sorted.places : undefined
  if (places) return projects.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
  if (!isKnown) return projects
  const ordered = byAttention(projects, healthOf)
  setSorted({ key, places: new Map(ordered.map(({ id }, place) => [id, place])) })
  return ordered
}
