import { z } from 'zod'
import { Count, Id, id, name, optionalText } from '../fields.ts'
import { RunFactsInput } from '../test-runs/run-facts.ts'
import { RunSummary, TestRunListItem } from '../test-runs/test-run.ts'

export const REPORT_FORMATS = [
  'junit',
  'ctrf',
  'playwright',
  'jest',
  'tap',
  'trx',
  'allure',
  'cucumber',
  'robot',
  'nunit',
  'xunit',
  'gotest',
  'mocha',
  'newman',
  'testng',
] as const
export const ReportFormat = z.enum(REPORT_FORMATS)
export type ReportFormat = z.infer<typeof ReportFormat>

/** Such as 3/8. */
const SHARD = /^(\d{1,4})\/(\d{1,4})$/

/** As a name, such as 0/3, it would complete the run at once, or leave the parts of /3 waiting for ever. */
const isNoPart = (shard: string) => /^\d+\s*\/\s*\d+$/.test(shard) && readShard(shard) === null

export const UploadReport = z.object({
  projectId: id('projectId'),
  run: name('run').optional(),
  description: optionalText('Description'),
  shard: name('shard')
    .refine((text) => !isNoPart(text), 'shard must be a part from 1/n to n/n (n up to 9999), or a name')
    .optional(),
  retry: z.enum(['true', '1', 'false', '0'], { error: 'retry must be true or false' }).optional(),
  complete: z.enum(['true', '1', 'false', '0'], { error: 'complete must be true or false' }).optional(),
  attachments: z.enum(['follow'], { error: 'attachments must be follow' }).optional().meta({
    description:
      '`follow`: the sender will attach the files that the answer awaits. No report completes the run before this one is sent again without `follow`',
  }),
  reports: z.enum(['follow'], { error: 'reports must be follow' }).optional().meta({
    description:
      '`follow`: the sender has more reports of this shard. No report completes the run before this one is sent again without `follow`',
  }),
  branch: RunFactsInput.shape.branch,
  commit: RunFactsInput.shape.commit,
  environment: RunFactsInput.shape.environment,
  build_url: RunFactsInput.shape.buildUrl,
  milestone: RunFactsInput.shape.milestone,
})
export type UploadReport = z.infer<typeof UploadReport>

/** Parses a shard such as 3/8; null for other shard names. */
export function readShard(text: string): { part: number; parts: number } | null {
  const [, part, parts] = (SHARD.exec(text) ?? []).map(Number)
  return part !== undefined && parts !== undefined && part >= 1 && part <= parts ? { part, parts } : null
}

export const ReportAttachments = z
  .object({
    stored: Count.meta({ description: 'Files in the report itself, which are attached to its results' }),
    awaited: z
      .array(
        z
          .object({
            resultId: Id,
            path: z.string().meta({ description: 'As the report names it: absolute, or relative to the report' }),
            name: z.string().meta({ description: 'The name to attach it under' }),
          })
          .meta({ id: 'AwaitedFile' }),
      )
      .meta({ description: 'Files beside the report, for its sender to attach' }),
    skipped: z
      .array(
        z
          .object({
            name: z.string().meta({ description: 'The name of the first such file' }),
            reason: z.string(),
            count: Count,
          })
          .meta({ id: 'SkippedFile' }),
      )
      .meta({ description: 'Files that are not kept' }),
  })
  .meta({ id: 'ReportAttachments' })
export type ReportAttachments = z.infer<typeof ReportAttachments>

const IgnoredElement = z
  .object({ element: z.string(), count: Count, reason: z.string() })
  .meta({ id: 'IgnoredElement' })

/** The outcome of an upload. `read` equals `recorded` + `attempts` + the counts in `ignored`. */
export const ReportAnswer = z
  .object({
    testRun: TestRunListItem,
    format: ReportFormat,
    declared: Count.nullable().meta({ description: 'How many tests the report says it has' }),
    read: Count.meta({ description: 'Executions and other elements that were read' }),
    created: Count.meta({ description: 'Test cases created for unknown tests' }),
    matched: Count.meta({ description: 'Existing test cases' }),
    recorded: Count.meta({ description: 'Results: one for each test case' }),
    attempts: Count.meta({ description: 'Earlier executions of those test cases, kept as attempts' }),
    ignored: z.array(IgnoredElement),
    warnings: z.array(z.string()),
    attachments: ReportAttachments,
  })
  .meta({ id: 'ReportAnswer' })
export type ReportAnswer = z.infer<typeof ReportAnswer>

/** What a report contains, without recording it. */
export const ReportCheck = ReportAnswer.pick({ format: true, declared: true, ignored: true, warnings: true })
  .extend({
    summary: RunSummary.meta({ description: 'The tests of the report by their outcome' }),
    attempts: Count.meta({ description: 'Earlier executions of those tests' }),
  })
  .meta({ id: 'ReportCheck' })
export type ReportCheck = z.infer<typeof ReportCheck>
