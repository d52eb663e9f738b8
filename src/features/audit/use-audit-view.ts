import { useSearchParams } from 'wouter'
import { type AuditAction, ACTION_NAMES } from '#shared/audit/actions.ts'
import type { AuditFilter } from '#shared/audit/audit-event.ts'

const FIELDS = ['q', 'action', 'by', 'from', 'to'] as const
type Field = (typeof FIELDS)[number]

/** The filter of the log in the URL: `?q=shop&action=project.changed&by=ID&from=2026-01-31&to=2026-02-01`. */
export function useAuditView() {
  const [params, setParams] = useSearchParams()
  const set = (changes: Partial<Record<Field, string | null>>, { replace = false } = {}) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes))
          if (value) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace },
    )
  const values = Object.fromEntries(FIELDS.map((field) => [field, params.get(field) ?? ''])) as Record<Field, string>
  return {
    values,
    filter: toFilter(values),
    isFiltered: FIELDS.some((field) => values[field] !== ''),
    set,
    clear: () => set({ q: null, action: null, by: null, from: null, to: null }),
  }
}

/** Days are the reader's. */
function toFilter({ q, action, by, from, to }: Record<Field, string>): AuditFilter {
  const known = ACTION_NAMES.find((name): name is AuditAction => name === action)
  const [start, end] = [momentOf(from, '00:00:00.000'), momentOf(to, '23:59:59.999')]
  return {
    ...(q && { q }),
    ...(known && { action: [known] }),
    ...(by && { actor: by }),
    ...(start && { from: start }),
    ...(end && { to: end }),
  }
}

function momentOf(day: string, time: string): string | null {
  const moment = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T${time}`) : null
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : null
}
