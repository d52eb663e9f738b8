import type { Generated } from 'kysely'
import type { DeliveryState, EventType, Form, When } from '#shared/notifications/event.ts'

/* What other tools are told. */

/** An endpoint of another tool. */
export interface WebhookTable {
  id: string
  project_id: string
  form: Form
  /** The types of the events, as JSON. */
  events: string
  branch: string | null
  environment: string | null
  /** Of which ended runs it is told. */
  told_when: When
  is_active: 0 | 1
  /** Its address and secrets, encrypted. */
  sealed: string
  /** The base of links to us, if PUBLIC_URL is not set: where its owner reached us. */
  base_url: string
  created_at: string
  failing_since: string | null
  off_reason: 'gone' | 'failing' | 'unsubscribed' | null
}

interface OutgoingEventTable {
  id: string
  project_id: string
  type: EventType | 'ping' | 'results.assigned'
  /** What was known in the transaction of the change, as JSON. */
  facts: string
  /** What is sent, as JSON. Made before the first delivery, so that all attempts are equal. */
  body: string | null
  created_at: string
}

export interface DeliveryTable {
  /** The same in all attempts. */
  id: string
  /** What is delivered: an event or a mail. */
  event_id: string | null
  mail_id: Generated<string | null>
  /** Deliveries to one target are made two at a time: the id of a webhook, `mail` or `people`. */
  target: string
  form: Form | 'people'
  state: DeliveryState
  attempts: Generated<number>
  /** When to try. While a server tries, the end of its lease. Null when done. */
  due_at: string | null
  is_leased: Generated<0 | 1>
  /** The body of the latest attempt. */
  request: string | null
  /** The answer to the latest attempt, as JSON. */
  answer: string | null
  created_at: string
}

export interface MailTable {
  id: string
  kind: string
  /** Whom it is sent to, if known here. */
  user_id: string | null
  /** Who caused it, for limits. */
  caused_by: string | null
  /** A keyed hash of the address, for limits. */
  recipient: string
  /** Address and content, encrypted. Null once it was delivered or given up. */
  sealed: string | null
  created_at: string
  /** It is not sent later. */
  expires_at: string
}

export interface NotificationTables {
  mails: MailTable
  webhooks: WebhookTable
  outgoing_events: OutgoingEventTable
  deliveries: DeliveryTable
}
