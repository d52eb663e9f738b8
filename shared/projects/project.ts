import { z } from 'zod'
import { Count, Id, Timestamp, id, keepOldForHours, name, optionalText } from '../fields.ts'
import { issueUrlInput } from '../references.ts'
import { MemberRole } from '../members/member.ts'
import { TestSuite, TestSuiteListItem } from '../test-suites/test-suite.ts'

export const ProjectListItem = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    issueUrl: z
      .string()
      .nullable()
      .meta({ description: 'The pattern of the addresses of its issue tracker; `{key}` stands for a key' }),
    createdAt: Timestamp,
    clientSecret: z
      .string()
      .nullable()
      .meta({ description: 'Null for everyone but the owner, and for tokens without the verb `manage`' }),
    userRole: MemberRole.nullable().meta({ description: "The caller's role; null for the project's own credential" }),
    memberCount: Count,
    testSuites: z.array(TestSuiteListItem),
  })
  .meta({ id: 'ProjectListItem' })
export type ProjectListItem = z.infer<typeof ProjectListItem>

export const Project = ProjectListItem.extend({ testSuites: z.array(TestSuite) }).meta({ id: 'Project' })
export type Project = z.infer<typeof Project>

/** A project as its page reads it. The size does not depend on the number of cases. */
export const ProjectOverview = ProjectListItem.extend({
  testSuiteCount: Count,
  testCaseCount: Count,
}).meta({ id: 'ProjectOverview' })
export type ProjectOverview = z.infer<typeof ProjectOverview>

export const CreateProject = z.object({
  name: name('Project name'),
  description: optionalText('Description'),
  issueUrl: issueUrlInput,
})
export type CreateProject = z.infer<typeof CreateProject>

export const UpdateProject = z.object({
  id: id('id'),
  ...CreateProject.partial().shape,
  base: z
    .object(
      { name: optionalText('name'), description: optionalText('description'), issueUrl: optionalText('issueUrl') },
      { error: 'base must be an object' },
    )
    .meta({
      description:
        'Fields as the caller has seen them. 409 if one of them has changed since. Without it the last writer wins',
    })
    .optional(),
})
export type UpdateProject = z.infer<typeof UpdateProject>

export const RegenerateSecret = z.object({ id: id('id'), keepOldForHours: keepOldForHours('secret') })
export type RegenerateSecret = z.infer<typeof RegenerateSecret>

export const ClientSecret = z.object({ clientSecret: z.string() }).meta({ id: 'ClientSecret' })
export type ClientSecret = z.infer<typeof ClientSecret>
