import { z } from 'zod'
import { optionalName, text } from '#shared/fields.ts'
import { compiledInSlices } from '../../http/validate-in-slices.ts'

/* What the reporters of Qase send. Unknown fields are ignored; null and absent are the same. */

const REF_MAX = 999_999_999
const RESULTS_MAX = 2_000
const ID_MAX = 64
const STEP_LEVELS = 8

const list = <T extends z.ZodType>(entry: T, max: number) => z.array(entry).max(max).nullish()
/** PostgreSQL stores no NUL characters. */
const plain = (text: z.ZodString) => text.refine((given) => !given.includes('\0'), 'must not contain NUL characters')
const hashes = list(plain(z.string()), 100)
/** Texts of any length: they are cut like those of a report. */
const anyText = z.string().nullish()
const seconds = z.number().min(0).max(10_000_000_000).nullish()

export const NewRun = z.object({
  title: text('title').min(1, 'title is required'),
  description: text('description').nullish(),
  tags: list(plain(z.string().trim().max(255)), 100),
  environment_id: z.int().min(1).max(REF_MAX).nullish(),
  plan_id: z.unknown().optional(),
  cases: list(z.unknown(), 100_000),
})
export type NewRun = z.infer<typeof NewRun>

/** The issue of another tool that a run is linked with. */
export const ExternalIssues = z.object({
  links: z
    .array(
      z.object({
        run_id: z.int().min(1).max(REF_MAX),
        external_issue: optionalName('external_issue'),
      }),
      { error: 'links must be a list' },
    )
    .max(20, 'links may have at most 20 entries'),
})
export type ExternalIssues = z.infer<typeof ExternalIssues>

export const EnvironmentQuery = z.object({ slug: optionalName('slug'), search: optionalName('search') })

/** The number of a run, as in its ref. */
export const RunNumber = z.coerce
  .number({ error: 'The id of a run is a number' })
  .int('The id of a run is a number')
  .min(1, 'The id of a run is a number')
  .max(REF_MAX, 'The id of a run is a number')

const stepOf = (steps: z.ZodType) =>
  z.object({
    data: z.object({ action: anyText, expected_result: anyText, input_data: anyText }).nullish(),
    execution: z.object({ status: anyText, attachments: hashes }).nullish(),
    steps,
  })
export type QaseStep = Omit<z.infer<ReturnType<typeof stepOf>>, 'steps'> & { steps?: QaseStep[] | null | undefined }

/** Deeper steps have no text. */
const Step = Array.from({ length: STEP_LEVELS }).reduce<z.ZodType>(
  (below) => stepOf(list(below, 1_000)),
  z.unknown().transform(() => ({})),
) as unknown as z.ZodType<QaseStep>

export const STATUSES = ['passed', 'failed', 'skipped', 'disabled', 'blocked', 'invalid'] as const

const Result = z.object({
  id: plain(z.string().max(ID_MAX, `id must be at most ${ID_MAX} characters long`)).nullish(),
  title: z.string({ error: 'title is required' }).min(1, 'title is required'),
  testops_ids: list(z.int().max(REF_MAX), 100),
  testops_id: z.int().max(REF_MAX).nullish(),
  signature: anyText,
  execution: z.object({
    status: z.enum(STATUSES, { error: `status must be one of ${STATUSES.join(', ')}` }),
    start_time: seconds,
    duration: z.number().min(0).max(Number.MAX_SAFE_INTEGER).nullish(),
    stacktrace: anyText,
  }),
  message: anyText,
  fields: z.record(z.string(), z.unknown()).nullish(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullish()).nullish(),
  relations: z.object({ suite: z.object({ data: list(z.object({ title: anyText }), 100) }).nullish() }).nullish(),
  steps: list(Step, 1_000),
  attachments: hashes,
})
export type QaseResult = z.infer<typeof Result>

export const NewResults = compiledInSlices(
  z.object({
    results: z
      .array(Result, { error: 'results must be a list' })
      .min(1, 'results must not be empty')
      .max(RESULTS_MAX, `results may have at most ${RESULTS_MAX} entries`),
  }),
  'results',
)
