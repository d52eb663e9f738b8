import type { AuditActor } from '#shared/audit/audit-event.ts'

/* The audit log. Triggers refuse changes of events and seals, and deletions within 90 days. */

export interface AuditEventTable {
  /** Its time is `at`, so that events are found by id alone. */
  id: string
  at: string
  actor_kind: AuditActor
  actor_id: string | null
  credential: string | null
  request_id: string | null
  /** One of `AUDIT_ACTIONS`, or of a newer version. */
  action: string
  project_id: string | null
  target: string | null
  /** JSON objects with the changed fields. */
  before: string | null
  after: string | null
  /** JSON: the salted hashes of its personal data, by kind. They outlive the erasure of the data. */
  personal: string | null
}

/** Personal data of events, apart, so that it can be erased. */
export interface AuditPersonalTable {
  event_id: string
  kind: 'network' | 'email'
  salt: string
  text: string
  /** The user whom it is about; null if it is about nobody known. */
  user_id: string | null
}

/** A seal over consecutive events. */
export interface AuditSealTable {
  /** Counted from 1. */
  number: number
  sealed_at: string
  /** The ids of its first and last event. */
  from_id: string
  to_id: string
  count: number
  /** The hash of the former seal; '' for the first. */
  former: string
  /** SHA-256 of `former` and the events as JSON lines, in hex. */
  hash: string
  /** JSON: the id and the hash of each event, so that a wrong one can be named. */
  events: string
}

export interface AuditTables {
  audit_events: AuditEventTable
  audit_personal: AuditPersonalTable
  audit_seals: AuditSealTable
}
