/** What a project tells other tools. `ping` tests an endpoint and reaches each of them. */
export const EVENT_TYPES = [
  'run.started',
  'run.completed',
  'run.reopened',
  'run.deleted',
  'run.newFailures',
  'case.created',
  'case.updated',
  'case.deleted',
  'quarantine.changed',
  'member.added',
  'member.removed',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** What a webhook receives. `webhook` is the body as JSON, the others are messages and commit statuses. */
export const FORMS = ['webhook', 'slack', 'teams', 'discord', 'mail', 'github', 'gitlab'] as const
export type Form = (typeof FORMS)[number]

/** The forms of commit statuses, which need the token of a project there. */
export const STATUS_FORMS: readonly Form[] = ['github', 'gitlab']

/** All that they are about. */
export const STATUS_EVENTS: EventType[] = ['run.started', 'run.completed', 'run.reopened']

/** Of which ended runs an endpoint is told. */
export const WHEN = ['every', 'newFailures', 'turns'] as const
export type When = (typeof WHEN)[number]

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The longest body of a webhook. */
export const BODY_BYTES_MAX = 20_000
export const NEW_FAILURES_MAX = 20

type Project = { id: string; name: string }
type Run = {
  id: string
  ref: string
  description: string | null
  status: string
  branch: string | null
  commit: string | null
  environment: string | null
  summary: {
    total: number
    passed: number
    failed: number
    error: number
    pending: number
    skipped: number
    flaky: number
  }
  url: string
}

export type NewFailure = {
  ref: string
  name: string
  suite: string
  message: string | null
  assignee: { id: string; name: string } | null
}

/** The body of a webhook. */
export type EventBody = {
  type: EventType | 'ping'
  timestamp: string
  data: {
    project: Project & { url: string }
    run?: Run
    /** The run before, on the same branch and environment if there is one. Null for the first one. */
    comparedWith?: { id: string; ref: string; description: string | null } | null
    /** New failures without those of quarantined cases. */
    counts?: { newFailures: number; fixed: number; stillFailing: number; flaky: number } | null
    /** At most 20. */
    newFailures?: NewFailure[]
    /** Whether the run before passed and this one failed, or the other way round. */
    turned?: boolean
    testCases?: { id: string; ref: string; name: string }[]
    count?: number
    isQuarantined?: boolean
    user?: { id: string; name: string }
  }
}
