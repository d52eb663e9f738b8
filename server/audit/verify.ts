import type { Db } from '../database/databases.ts'
import { saltedHash } from './audit.ts'
import {
  type AuditRow,
  countUnsealed,
  eventsBetween,
  lastSeal,
  lineOf,
  nextSeal,
  personalBetween,
  type Seal,
  sha256,
} from './seals.repository.ts'

export type Verdict =
  | { problem: string }
  | { events: number; seals: number; unsealed: number; last: { number: number; hash: string } | undefined }

/** Compares all events with their seals. Returns the first wrong, missing or late row, oldest first. */
export async function verifyAudit(db: Db): Promise<Verdict> {
  let events = 0
  let seals = 0
  let former: Seal | undefined
  for (let seal = await nextSeal(db, 0); seal; seal = await nextSeal(db, seal.number)) {
    const problem = problemOfSeal(seal, former) ?? (await problemOfEvents(db, seal, former?.to_id ?? ''))
    if (problem) return { problem }
    events += seal.count
    seals += 1
    former = seal
  }
  return { events, seals, unsealed: await countUnsealed(db), last: await lastSeal(db) }
}

function problemOfSeal({ number, former: named }: Seal, former: Seal | undefined): string | undefined {
  if (!former) return number === 1 && named !== '' ? `Seal 1 was changed` : undefined
  if (number !== former.number + 1) return `Seal ${former.number + 1} is missing`
  return named === former.hash ? undefined : `Seal ${number} does not follow seal ${former.number}`
}

async function problemOfEvents(db: Db, seal: Seal, after: string): Promise<string | undefined> {
  const rows = await eventsBetween(db, after, seal.to_id)
  const sealed = sealedEvents(seal)
  if (!sealed) return `Seal ${seal.number} was changed`
  const found = new Map(rows.map((row) => [row.id, row]))
  const ids = [...new Set([...sealed.keys(), ...found.keys()])].toSorted()
  for (const id of ids) {
    const problem = problemOfEvent(sealed.get(id), found.get(id))
    if (problem) return `Event ${id} ${problem} (seal ${seal.number}, ${seal.sealed_at})`
  }
  const isWhole = seal.count === rows.length && seal.from_id === rows[0]?.id && seal.to_id === rows.at(-1)?.id
  if (!isWhole || seal.hash !== sha256(seal.former + rows.map(lineOf).join('')))
    return `Seal ${seal.number} was changed`
  return await problemOfPersonal(db, found, after, seal.to_id)
}

function sealedEvents({ events }: Seal): Map<string, string> | undefined {
  try {
    return new Map(JSON.parse(events) as [string, string][])
  } catch {
    return undefined
  }
}

function problemOfEvent(sealed: string | undefined, row: AuditRow | undefined): string | undefined {
  if (!row) return 'is missing'
  if (sealed === undefined) return 'is late: it was not there when its time was sealed'
  return sealed === sha256(lineOf(row)) ? undefined : 'was changed'
}

/** Erased data is no problem: only its hash is left. */
async function problemOfPersonal(
  db: Db,
  rows: Map<string, AuditRow>,
  after: string,
  to: string,
): Promise<string | undefined> {
  for (const { event_id, kind, salt, text } of await personalBetween(db, after, to)) {
    const hashes = JSON.parse(rows.get(event_id)?.personal ?? '{}') as Record<string, string>
    if (hashes[kind] !== saltedHash(salt, text)) return `The ${kind} of event ${event_id} was changed`
  }
  return undefined
}
