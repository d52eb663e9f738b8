import { z } from 'zod'
import { Id, id, idText, optionalInt, optionalTimestamp, search, Timestamp } from '../fields.ts'
import { NAME_MAX } from '../limits.ts'
import { Cursor, PAGE_MAX } from '../page.ts'
import { ACTION_NAMES } from './actions.ts'

/** How the call was identified: a user, a project by a credential, nobody, or the server itself. */
export const AUDIT_ACTORS = ['user', 'project', 'anyone', 'server'] as const
export type AuditActor = (typeof AUDIT_ACTORS)[number]

/** Fields of a record, by name. They never hold secrets, names or addresses of people. */
const Fields = z.record(z.string(), z.unknown()).nullable()

const named = z.string().nullable()

const AuditActor = z
  .object({
    kind: z.enum(AUDIT_ACTORS).meta({ description: 'A user, a project by a credential, anyone, or the server itself' }),
    id: named.meta({ description: 'The id of the user or project; null for others' }),
    name: named.meta({ description: 'The name that the user or project has now' }),
    credential: named.meta({
      description: 'What identified the caller: `session …` or `token …` with its id, or `client secret`',
    }),
  })
  .meta({ id: 'AuditActor' })

const AuditProject = z.object({ id: Id, name: named }).meta({ id: 'AuditProject' })

const AuditTarget = z
  .object({
    kind: z.string().meta({ description: 'What it is, such as `user`' }),
    id: z.string(),
    name: named.meta({ description: 'The name that it has now; null if it has none' }),
  })
  .meta({ id: 'AuditTarget' })

export const AuditEvent = z
  .object({
    id: Id,
    at: Timestamp.meta({ description: 'When it happened' }),
    action: z.string().meta({ description: 'What happened, as `noun.happened`', examples: ['project.changed'] }),
    actor: AuditActor.meta({ description: 'Who did it' }),
    project: AuditProject.nullable().meta({ description: 'The project in which it happened' }),
    target: AuditTarget.nullable().meta({ description: 'What it happened to' }),
    before: Fields.meta({ description: 'The changed fields before' }),
    after: Fields.meta({ description: 'The changed fields after' }),
    email: named.meta({ description: 'The address that was invited, or that signed in and belongs to nobody' }),
    network: named.meta({ description: 'The network of the caller; only administrators see it' }),
    isErased: z.boolean().meta({ description: 'Whether an address or network of it was erased' }),
    requestId: named.meta({ description: 'The `X-Request-Id` of the call' }),
  })
  .meta({ id: 'AuditEvent' })
export type AuditEvent = z.infer<typeof AuditEvent>

const ACTIONS_MAX = 100

const MOMENT = '2026-01-31T12:00:00.000Z'

const filter = {
  action: z
    .array(z.enum(ACTION_NAMES, { error: 'action must be the name of an action' }), { error: 'action must be a list' })
    .max(ACTIONS_MAX, `action may have at most ${ACTIONS_MAX} values`)
    .meta({ description: 'Only events of these actions', examples: [['project.changed']] })
    .optional(),
  actor: idText('actor').meta({ description: 'Only what this user did, or this project by a credential' }).optional(),
  from: optionalTimestamp('from').meta({ description: 'Only events from this time on', examples: [MOMENT] }),
  to: optionalTimestamp('to').meta({ description: 'Only events until this time', examples: [MOMENT] }),
  q: search('q')
    .meta({
      description:
        'Words, each of which occurs in the action, the changed fields, an address, the request id, or the names of ' +
        `the actor, target and project. Up to ${NAME_MAX} characters`,
    })
    .optional(),
}

const Part = z.object({
  limit: optionalInt('limit', 1, PAGE_MAX).meta({
    description: `The size of the page, ${PAGE_MAX.toLocaleString('en')} without it`,
  }),
  cursor: Cursor,
})

export const ListAudit = Part.extend(filter)
export type ListAudit = z.infer<typeof ListAudit>
export type AuditFilter = Omit<ListAudit, 'limit' | 'cursor'>

export const ListProjectAudit = ListAudit.extend({ id: id('id') })
export type ListProjectAudit = z.infer<typeof ListProjectAudit>

export const AUDIT_FORMATS = ['csv', 'ndjson'] as const
export type AuditFormat = (typeof AUDIT_FORMATS)[number]

export const ExportAudit = z.object({
  ...filter,
  format: z
    .enum(AUDIT_FORMATS, { error: `format must be one of ${AUDIT_FORMATS.join(', ')}` })
    .meta({ description: 'What kind of file', examples: ['csv'] }),
})
export type ExportAudit = z.infer<typeof ExportAudit>
