import type { Generated } from 'kysely'
import type { DigestPeriod } from '#shared/notices/digest.ts'
import type { NoticeKind } from '#shared/notices/notice.ts'

/* What people are told. */

interface NoticeTable {
  id: string
  user_id: string
  project_id: string
  kind: NoticeKind
  /** With the user and the kind it is unique, so that an event that is handled again tells nobody twice. */
  event_id: string
  /** What it says, as JSON. */
  facts: string
  created_at: string
  read_at: string | null
}

/** A user without a row has the defaults. */
interface NoticeSettingTable {
  user_id: string
  /** The kinds that are turned off, as JSON. */
  app_off: string
  mail_off: string
  /** Null: off. */
  digest: Generated<DigestPeriod | null>
  /** What happened before was told, or is older than the choice. */
  digested_until: Generated<string | null>
}

export interface NoticeTables {
  notices: NoticeTable
  notice_settings: NoticeSettingTable
}
