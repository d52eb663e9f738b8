import { z } from 'zod'
import { NUMBER_MAX } from './numbers.repository.ts'

/*
 * What callers send. Unknown fields are accepted and ignored, numbers may be text, booleans 0 and 1, texts null. Only
 * the shapes are read here: lengths are checked by the inputs of the use cases.
 */

const readNumber = (given: unknown) => {
  if (typeof given === 'string')
    return given.trim() === '' ? null : /^\d{1,10}$/.test(given.trim()) ? Number(given) : given
  return given
}

const id = (field: string) =>
  z.preprocess(
    readNumber,
    z
      .number({ error: `Field :${field} is not a valid ID.` })
      .int(`Field :${field} is not a valid ID.`)
      .min(1, `Field :${field} is not a valid ID.`)
      .max(NUMBER_MAX, `Field :${field} is not a valid ID.`)
      .nullish(),
  ) as unknown as z.ZodOptional<z.ZodType<number | null>>

const ids = (field: string, max: number) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? given.split(',').filter((part) => part.trim() !== '') : given),
    z
      .array(
        z.preprocess(
          readNumber,
          z
            .number({ error: `Field :${field} is not a valid list of IDs.` })
            .int(`Field :${field} is not a valid list of IDs.`)
            .min(1, `Field :${field} is not a valid list of IDs.`)
            .max(NUMBER_MAX, `Field :${field} is not a valid list of IDs.`),
        ),
        { error: `Field :${field} is not a valid list of IDs.` },
      )
      .max(max, `Field :${field} may have at most ${max} entries.`),
  ) as unknown as z.ZodType<number[]>

const readText = (given: unknown) => (typeof given === 'number' || typeof given === 'boolean' ? String(given) : given)

const text = (field: string) =>
  z.preprocess(readText, z.string({ error: `Field :${field} must be text.` }).nullish()) as unknown as z.ZodOptional<
    z.ZodType<string | null>
  >

const requiredText = (field: string) =>
  z.preprocess(
    readText,
    z
      .string({ error: `Field :${field} is a required field.` })
      .trim()
      .min(1, `Field :${field} is a required field.`),
  ) as unknown as z.ZodType<string>

const flag = (field: string) =>
  z.preprocess(
    (given) =>
      given === 1 || given === '1' || given === 'true'
        ? true
        : given === 0 || given === '0' || given === 'false'
          ? false
          : given,
    z.boolean({ error: `Field :${field} must be true or false.` }).nullish(),
  ) as unknown as z.ZodOptional<z.ZodType<boolean | null>>

const body = <S extends z.ZodRawShape>(shape: S) => z.object(shape, { error: 'The body must be a JSON object.' })

export const AddSection = body({
  name: requiredText('name'),
  description: text('description'),
  parent_id: id('parent_id'),
})

export const UpdateSection = body({
  name: requiredText('name').optional(),
  description: text('description'),
})

const step = z.object(
  {
    content: text('custom_steps_separated'),
    expected: text('custom_steps_separated'),
    additional_info: text('custom_steps_separated'),
  },
  { error: 'Field :custom_steps_separated must be a list of steps.' },
)

const keptIds = { type_id: id('type_id'), template_id: id('template_id'), milestone_id: id('milestone_id') }

/** IDs of cases that extras keep. */
export const KeptIds = body(keptIds)

const caseFields = {
  ...keptIds,
  section_id: id('section_id'),
  priority_id: id('priority_id'),
  custom_automation_id: text('custom_automation_id'),
  custom_preconds: text('custom_preconds'),
  custom_steps_separated: z.array(step, { error: 'Field :custom_steps_separated must be a list of steps.' }).nullish(),
  custom_steps: text('custom_steps'),
  custom_expected: text('custom_expected'),
  custom_mission: text('custom_mission'),
  custom_goals: text('custom_goals'),
}

export const AddCase = body({ title: requiredText('title'), ...caseFields })
export const UpdateCase = body({ title: requiredText('title').optional(), ...caseFields })
export type UpdateCase = z.infer<typeof UpdateCase>

const CASES_MAX = 5_000
/** Cases that get new content are changed one by one. */
const CHANGED_MAX = 250

export const CaseIds = body({ case_ids: ids('case_ids', CASES_MAX) })
export const ChangedCaseIds = body({ case_ids: ids('case_ids', CHANGED_MAX) })

const RUN_CASES_MAX = 50_000

const runFields = {
  description: text('description'),
  suite_id: id('suite_id'),
  milestone_id: id('milestone_id'),
  assignedto_id: id('assignedto_id'),
  include_all: flag('include_all'),
  case_ids: ids('case_ids', RUN_CASES_MAX).nullish(),
}

export const AddRun = body({ name: text('name'), ...runFields })
export type AddRun = z.infer<typeof AddRun>
export const UpdateRun = body({ name: text('name'), ...runFields })
export type UpdateRun = z.infer<typeof UpdateRun>

const stepResult = z.looseObject(
  { content: text('content'), actual: text('actual'), status_id: id('status_id') },
  { error: 'Field :custom_step_results must be a list of steps.' },
)

const resultFields = {
  status_id: id('status_id'),
  comment: text('comment'),
  version: text('version'),
  elapsed: text('elapsed'),
  defects: text('defects'),
  assignedto_id: id('assignedto_id'),
  custom_step_results: z.array(stepResult, { error: 'Field :custom_step_results must be a list of steps.' }).nullish(),
}

export const AddResult = body(resultFields).loose()
export type AddResult = z.infer<typeof AddResult>

const RESULTS_MAX = 5_000

/** The list only: its entries are read one by one, in slices. */
export const AddResults = body({
  results: z
    .array(z.unknown(), { error: 'Field :results is a required field.' })
    .max(RESULTS_MAX, `Field :results may have at most ${RESULTS_MAX} entries.`),
})

export const ResultOfCase = AddResult.extend({ case_id: id('case_id') })
export const ResultOfTest = AddResult.extend({ test_id: id('test_id') })

export const AddMilestone = body({ name: requiredText('name') })
