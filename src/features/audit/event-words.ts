import type { AuditEvent } from '#shared/audit/audit-event.ts'
import { PROJECT_CREDENTIAL } from '#shared/users/actor-name.ts'

export function actorWords({ kind, name }: AuditEvent['actor']): string {
  if (kind === 'project') return PROJECT_CREDENTIAL
  if (kind === 'user') return name ?? 'A former member'
  return kind === 'anyone' ? 'Nobody signed in' : 'The server'
}

/** The target of an event, by its current or last name. */
export function targetWords({ target, before, after, email }: AuditEvent): string | null {
  const known = target?.name ?? email ?? nameIn(before) ?? nameIn(after)
  return known ?? (target?.kind === 'user' ? 'A former member' : null)
}

function nameIn(fields: AuditEvent['before']): string | null {
  const name = fields?.['name'] ?? fields?.['ref']
  return typeof name === 'string' ? name : null
}

/** A value of a changed field, as text. */
export function valueWords(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  if (typeof value === 'string') return value === '' ? 'empty' : value
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value)
}

export type Change = { field: string; before: unknown; after: unknown }

export function changesOf({ before, after }: AuditEvent): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields].map((field) => ({ field, before: before?.[field], after: after?.[field] }))
}
