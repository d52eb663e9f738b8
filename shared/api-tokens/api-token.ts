import { z } from 'zod'
import { Id, Timestamp, id, ids, keepOldForHours, name, optionalInt } from '../fields.ts'
import { PageInput } from '../page.ts'
import { PROJECT_VERBS, VERBS } from '../permissions.ts'
import { Person } from '../users/user.ts'

export const TOKEN_DAYS = 90
export const TOKEN_DAYS_MAX = 365
export const TOKENS_OF_USER_MAX = 50
export const TOKENS_OF_PROJECT_MAX = 20
export const TOKEN_PROJECTS_MAX = 20

/** What secret scanners look for. */
export const TOKEN_PATTERN = /assay_(pat|prj)_[0-9A-Za-z]{42}/

const verbs = <const V extends readonly string[]>(known: V) =>
  z
    .array(z.enum(known, { error: `verbs may be ${known.join(', ')}` }), { error: 'verbs must be a list' })
    .min(1, 'verbs must name at least one verb')
    .max(20, 'verbs may have at most 20 entries')
    .meta({ description: 'What the token may do. No verb includes another', examples: [['read', 'record']] })

const Verbs = verbs(VERBS)

const NewToken = {
  name: name('Name'),
  expiresInDays: optionalInt('expiresInDays', 1, TOKEN_DAYS_MAX).meta({
    description: `After how many days the token expires: 1 to ${TOKEN_DAYS_MAX}; without it ${TOKEN_DAYS}`,
  }),
}

export const CreatePersonalToken = z.object({
  ...NewToken,
  verbs: Verbs,
  projectIds: ids('projectIds', TOKEN_PROJECTS_MAX)
    .nullish()
    .meta({
      description: `The projects that the token is for, at most ${TOKEN_PROJECTS_MAX}; without them, all of its user`,
    }),
})
export type CreatePersonalToken = z.infer<typeof CreatePersonalToken>

export const CreateProjectToken = z.object({ ...NewToken, id: id('id'), verbs: verbs(PROJECT_VERBS) })
export type CreateProjectToken = z.infer<typeof CreateProjectToken>

export const RotateToken = z.object({ id: id('id'), keepOldForHours: keepOldForHours('token') })
export type RotateToken = z.infer<typeof RotateToken>

export const ListProjectTokens = PageInput.extend({ id: id('id') })
export type ListProjectTokens = z.infer<typeof ListProjectTokens>

export const ProjectTokenInput = z.object({ id: id('id'), tokenId: id('tokenId') })
export type ProjectTokenInput = z.infer<typeof ProjectTokenInput>

export const RotateProjectToken = ProjectTokenInput.extend({ keepOldForHours: keepOldForHours('token') })
export type RotateProjectToken = z.infer<typeof RotateProjectToken>

const TokenKind = z.enum(['personal', 'project'])

export const ApiToken = z
  .object({
    id: Id,
    kind: TokenKind,
    name: z.string(),
    hint: z.string().meta({ description: 'The last 4 characters of the token', examples: ['x7Qa'] }),
    verbs: Verbs,
    projectId: Id.nullable().meta({ description: "The project of a project's token" }),
    projectIds: z
      .array(Id)
      .nullable()
      .meta({ description: 'The projects to which a personal token is limited; null for all of its user' }),
    createdAt: Timestamp,
    createdBy: Person,
    expiresAt: Timestamp,
    lastUsedAt: Timestamp.nullable().meta({
      description: 'When it was last used, up to 10 minutes late; null if never',
    }),
    lastUsedNetwork: z.string().nullable(),
    oldWorksUntil: Timestamp.nullable().meta({
      description: 'Until when the token before the last rotation works; null if it does not',
    }),
  })
  .meta({ id: 'ApiToken' })
export type ApiToken = z.infer<typeof ApiToken>

export const NewApiToken = ApiToken.extend({
  token: z.string().meta({ description: 'The token. No later call returns it' }),
}).meta({ id: 'NewApiToken' })
export type NewApiToken = z.infer<typeof NewApiToken>

/** A token as administrators see it. */
export const AnyApiToken = ApiToken.extend({ projectName: z.string().nullable() }).meta({ id: 'AnyApiToken' })
export type AnyApiToken = z.infer<typeof AnyApiToken>

/** The token of a call. */
export const CurrentToken = z
  .object({ kind: TokenKind, name: z.string(), verbs: Verbs, projectId: Id.nullable(), expiresAt: Timestamp })
  .meta({ id: 'CurrentToken' })
export type CurrentToken = z.infer<typeof CurrentToken>
