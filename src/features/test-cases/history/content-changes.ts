import type { CaseContent, CaseStep } from '#shared/test-cases/test-case.ts'
import { formatCount } from '#src/lib/format.ts'
import { type StepChange, stepChanges } from './step-changes.ts'

/** In the order of the case form. */
const TEXTS = {
  name: 'Name',
  preconditions: 'Preconditions',
  description: 'Description',
  expectedValueType: 'Expected value type',
  expectedValue: 'Expected value',
  priority: 'Priority',
} as const

/** A case in a revision, a snapshot or a form. */
export type CaseVersion = Pick<CaseContent, keyof typeof TEXTS> & {
  steps: readonly CaseStep[]
  tags: readonly string[]
  references: readonly string[]
}

export type ContentChange =
  | { kind: 'text'; label: string; before: string; after: string }
  | { kind: 'steps'; label: string; rows: StepChange[] }
  | { kind: 'words'; label: string; added: string[]; removed: string[] }

export function contentChanges(before: CaseVersion, after: CaseVersion): ContentChange[] {
  const texts = Object.entries(TEXTS).flatMap(([name, label]): ContentChange[] => {
    const field = name as keyof typeof TEXTS
    const [old, now] = [before[field] ?? '', after[field] ?? '']
    return old === now ? [] : [{ kind: 'text', label, before: old, after: now }]
  })
  const rows = stepChanges(before.steps, after.steps)
  return [
    ...texts,
    ...(rows.some(isChange) ? [{ kind: 'steps' as const, label: 'Steps', rows }] : []),
    ...wordChanges('Tags', before.tags, after.tags),
    ...wordChanges('References', before.references, after.references),
  ]
}

function wordChanges(label: string, before: readonly string[], after: readonly string[]): ContentChange[] {
  if (before.join('\n') === after.join('\n')) return []
  const added = after.filter((word) => !before.includes(word))
  const removed = before.filter((word) => !after.includes(word))
  return [{ kind: 'words', label, added, removed }]
}

/** 'name, 2 steps' */
export const nameChanges = (changes: readonly ContentChange[]): string =>
  changes
    .map((change) =>
      change.kind === 'steps' ? formatCount(change.rows.filter(isChange).length, 'step') : change.label.toLowerCase(),
    )
    .join(', ')

export const isChange = ({ kind }: StepChange) => kind !== 'same'
