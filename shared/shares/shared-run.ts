import type { TestResult } from '../test-results/test-result.ts'
import type { TestRunListItem } from '../test-runs/test-run.ts'
import type { Person } from '../users/user.ts'
import { maskEmails } from './mask-emails.ts'
import type { SharedResult, SharedRun } from './share.ts'

type Shown = Omit<SharedRun, keyof TestRunListItem | 'results'> & TestRunListItem

export function toSharedRun({ projectId: _, key: _key, createdBy, ...shown }: Shown): Omit<SharedRun, 'results'> {
  const buildUrl = shown.buildUrl === null ? null : sharedUrl(shown.buildUrl)
  return withoutEmails({ ...shown, buildUrl, createdBy: nameOf(createdBy) })
}

/** A result of a shared run. It may hold much text: mask many of them in slices. */
export function toSharedResult({ attachments: _, executedBy, assignee, ...result }: TestResult): SharedResult {
  return withoutEmails({ ...result, executedBy: nameOf(executedBy), assignee: nameOf(assignee) })
}

const nameOf = (person: Person | null) => person?.name ?? null

/** Null for an address that contains a password or an e-mail address: masked, it would lead nowhere. */
function sharedUrl(address: string): string | null {
  const url = URL.parse(address)
  const isSafe = url && url.username === '' && url.password === '' && maskEmails(address) === address
  return isSafe ? address : null
}

/** Masks every text in a value, so that fields added later are masked too. */
function withoutEmails<T>(value: T): T {
  if (typeof value === 'string') return maskEmails(value) as T
  if (Array.isArray(value)) return value.map(withoutEmails) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([field, held]) => [field, withoutEmails(held)])) as T
}
