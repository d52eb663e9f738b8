import type { Db } from '../database/databases.ts'
import { type KeyColumn, listKeyHolders } from '../test-cases/test-cases.repository.ts'
import type { Planned } from './match.ts'
import type { Given } from './readers/read-case.ts'

export const KEYS = [
  ['externalKey', 'external_key', 'external key'],
  ['automationKey', 'automation_key', 'automation key'],
] as const satisfies (readonly [keyof Given, KeyColumn, string])[]

/** Who has a key, by column and key: the id of a case, or a case that the import has met before. */
export type Holders = Map<string, unknown>

/** A key belongs to one case: the first that has it. Others keep theirs, and a note says so. */
export async function dropTakenKeys(db: Db, projectId: string, planned: Planned[], holders: Holders): Promise<void> {
  for (const [field, column, name] of KEYS) {
    const keys = planned.flatMap(({ read }) => read.given[field] || [])
    if (keys.length === 0) continue
    for (const [key, id] of await listKeyHolders(db, projectId, column, keys)) holders.set(`${column} ${key}`, id)
    for (const plan of planned) {
      const key = plan.read.given[field]
      if (!key) continue
      const self = plan.known?.id ?? plan
      const holder = holders.get(`${column} ${key}`)
      if (holder === undefined) holders.set(`${column} ${key}`, self)
      if (holder === undefined || holder === self) continue
      plan.notes.push(`another case has the ${name} ${key}`)
      plan.fields[field] = plan.known?.[column] ?? null
      plan.changed = plan.changed.filter((changed) => changed !== field)
    }
  }
}
