import { z } from 'zod'
import { Timestamp, id, optionalInt, string } from '../fields.ts'
import { PageInput } from '../page.ts'
import { ResultStatus, TestResult } from '../test-results/test-result.ts'
import { RunSummary, TestRunListItem, TestRunOverview } from '../test-runs/test-run.ts'
import { Person } from '../users/user.ts'

export const SHARE_DAYS = 30
const SHARE_DAYS_MAX = 365

export const CreateShare = z.object({
  testRunId: id('testRunId'),
  expiresInDays: optionalInt('expiresInDays', 1, SHARE_DAYS_MAX).meta({
    description: `After how many days the link ends: 1 to ${SHARE_DAYS_MAX}; without it ${SHARE_DAYS}`,
  }),
})
export type CreateShare = z.infer<typeof CreateShare>

export const ShareLink = z
  .object({
    link: z.string().meta({ description: 'The address of the read-only page. No later call returns it' }),
    expiresAt: Timestamp,
  })
  .meta({ id: 'ShareLink' })
export type ShareLink = z.infer<typeof ShareLink>

export const Share = z.object({ createdAt: Timestamp, createdBy: Person, expiresAt: Timestamp }).meta({ id: 'Share' })
export type Share = z.infer<typeof Share>

/** An active link to a run of a project, as the owner sees it. */
export const ProjectShare = Share.extend({
  testRun: TestRunListItem.pick({ id: true, ref: true, description: true }).meta({ description: 'The run it shows' }),
}).meta({ id: 'ProjectShare' })
export type ProjectShare = z.infer<typeof ProjectShare>

export const ListShares = PageInput.extend({ id: id('id') })
export type ListShares = z.infer<typeof ListShares>

export const ReadShared = PageInput.extend({
  token: string('token').meta({ description: 'The token at the end of the link' }),
  status: z
    .array(ResultStatus, { error: 'status must be a list' })
    .meta({ description: 'Only results of one of these statuses', examples: [['failed', 'error']] })
    .optional(),
})
export type ReadShared = z.infer<typeof ReadShared>

const personName = z.string().nullable()

export const SharedResult = TestResult.omit({ attachments: true })
  .extend({
    executedBy: personName.meta({ description: "The name; null for the project's own credential" }),
    assignee: personName.meta({ description: 'The name of the person who shall execute the case' }),
  })
  .meta({ id: 'SharedResult' })
export type SharedResult = z.infer<typeof SharedResult>

/** A run as anybody with its link sees it: without ids and e-mail addresses of people. */
export const SharedRun = TestRunListItem.omit({ projectId: true, key: true })
  .extend({
    projectName: z.string(),
    createdBy: personName.meta({ description: "The name; null for the project's own credential" }),
    expiresAt: Timestamp,
    summary: RunSummary,
    suites: TestRunOverview.shape.suites,
    results: SharedResult.array().meta({ description: 'A page of the results by suite and case number' }),
  })
  .meta({ id: 'SharedRun' })
export type SharedRun = z.infer<typeof SharedRun>

export const Badge = z
  .object({ link: z.string().meta({ description: 'The secret address of the picture' }), createdAt: Timestamp })
  .meta({ id: 'Badge' })
export type Badge = z.infer<typeof Badge>
