import type { Db } from '../database/databases.ts'
import { giveWay } from '../limits/give-way.ts'
import { HOUR_MS, timeIn } from '../times.ts'
import type { Bytes } from './json.ts'

/*
 * A long answer of a call with an Idempotency-Key is kept in parts before its write, each in a short write of its own:
 * other writes would wait for one row of all of it.
 */

const PART_BYTES = 256 * 1024

/** The answer itself expires before its parts. */
const LATER_MS = HOUR_MS

/** No caller has such a name. */
const OWNER = 'parts of '
const ownerOf = (id: string) => OWNER + id

export const isPart = ({ caller }: { caller: string }) => caller.startsWith(OWNER)

/** Runs a part's insert in a short write of its own, or in the transaction of a small answer. */
type Insert = (insert: (db: Db) => Promise<void>) => Promise<void>

/** Keeps JSON under an id. Each buffer must hold whole characters. */
export async function keepParts(inWrite: Insert, id: string, json: Bytes): Promise<void> {
  const created_at = timeIn(LATER_MS)
  let number = 0
  for (const part of partsOf(json)) {
    const row = { caller: ownerOf(id), key: String(number).padStart(6, '0'), request: '', created_at }
    await inWrite(async (db) => {
      await db
        .insertInto('idempotency_keys')
        .values({ ...row, answer: part.toString('utf8') })
        .execute()
    })
    number += 1
  }
}

function* partsOf(json: Bytes): Iterable<Buffer> {
  let part: Buffer[] = []
  let bytes = 0
  for (const buffer of json) {
    part.push(buffer)
    bytes += buffer.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(part)
    part = []
    bytes = 0
  }
  if (part.length > 0) yield Buffer.concat(part)
}

/** False once the erasure of a person has deleted them. */
export async function hasParts(db: Db, id: string): Promise<boolean> {
  const parts = db.selectFrom('idempotency_keys').select('key').where('caller', '=', ownerOf(id)).limit(1)
  return (await parts.executeTakeFirst()) !== undefined
}

export async function readParts(db: Db, id: string): Promise<Buffer[]> {
  const parts: Buffer[] = []
  for (let after = ''; ;) {
    const row = await db
      .selectFrom('idempotency_keys')
      .select(['key', 'answer'])
      .where('caller', '=', ownerOf(id))
      .where('key', '>', after)
      .orderBy('key')
      .limit(1)
      .executeTakeFirst()
    if (!row) return parts
    parts.push(Buffer.from(row.answer))
    after = row.key
    await giveWay()
  }
}
