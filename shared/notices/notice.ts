import { z } from 'zod'
import { Count, Id, id, optionalFlag, optionalQueryFlag, Timestamp } from '../fields.ts'
import { PageInput } from '../page.ts'
import { DIGEST_HOUR, DIGESTS } from './digest.ts'

/** What a person is told: about what is addressed to them only. */
export const NOTICE_KINDS = ['assigned', 'run.ended', 'case.failing'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** The notices that are kept for a person. */
export const NOTICES_MAX = 200
/** The cases that a notice names. */
export const NAMED_CASES_MAX = 5

const Kind = z
  .enum(NOTICE_KINDS, { error: `kind must be one of ${NOTICE_KINDS.join(', ')}` })
  .meta({ description: 'The kind of notice' })

export const Notice = z
  .object({
    id: Id,
    kind: z.enum(NOTICE_KINDS).meta({
      description:
        '`assigned`: results were assigned to the reader. `run.ended`: a run that the reader started has ended. ' +
        '`case.failing`: cases that the reader wrote fail',
    }),
    projectId: Id,
    projectName: z.string(),
    testRun: z.object({ id: Id, ref: z.string(), name: z.string() }).meta({ description: 'The run that it is about' }),
    text: z.string().meta({ description: 'What happened, in one line' }),
    cases: z
      .object({ ref: z.string(), name: z.string() })
      .array()
      .meta({ description: `The first ${NAMED_CASES_MAX} cases that it is about` }),
    createdAt: Timestamp,
    readAt: Timestamp.nullable().meta({ description: 'Null while unread' }),
  })
  .meta({ id: 'Notice' })
export type Notice = z.infer<typeof Notice>

export const ListNotices = PageInput.extend({ unread: optionalQueryFlag('unread') })
export type ListNotices = z.infer<typeof ListNotices>

export const UnreadNotices = z
  .object({ unread: Count.meta({ description: 'How many notices are unread' }) })
  .meta({ id: 'UnreadNotices' })
export type UnreadNotices = z.infer<typeof UnreadNotices>

export const NoticeInput = z.object({ id: id('id') })
export type NoticeInput = z.infer<typeof NoticeInput>

export const NoticeSettings = z
  .object({
    kinds: z
      .object({
        kind: z.enum(NOTICE_KINDS).meta({ description: 'The kind of notice' }),
        app: z.boolean().meta({ description: 'Whether it is shown in the app' }),
        mail: z.boolean().meta({ description: 'Whether it is sent by mail, if the server sends mails' }),
      })
      .array()
      .meta({ description: 'All kinds' }),
    digest: z.enum(DIGESTS).meta({
      description: `How often a digest is sent by mail: daily, or on Mondays, at 0${DIGEST_HOUR}:00 UTC. None if nothing has happened`,
    }),
    isMailOn: z.boolean().meta({ description: 'Whether the server sends mails' }),
  })
  .meta({ id: 'NoticeSettings' })
export type NoticeSettings = z.infer<typeof NoticeSettings>

/** Omitted fields stay. */
export const SetNoticeSetting = z.object({ kind: Kind, app: optionalFlag('app'), mail: optionalFlag('mail') })
export type SetNoticeSetting = z.infer<typeof SetNoticeSetting>
