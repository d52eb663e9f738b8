import type { CaseStep } from '#shared/test-cases/test-case.ts'
import type { UpdateCase } from './bodies.ts'
import { priorityOf } from './constants.ts'
import { refusal } from './door.ts'

/** Maps a caller's fields of a case to the inputs of the use cases. Undefined: not given. */
export function caseInput(given: UpdateCase) {
  return {
    name: given.title,
    priority: given.priority_id == null ? undefined : priorityIn(given.priority_id),
    automationKey: given.custom_automation_id,
    preconditions: given.custom_preconds,
    description: descriptionIn(given),
    steps: stepsIn(given),
  }
}

function priorityIn(priorityId: number) {
  const priority = priorityOf(priorityId)
  if (priority === undefined) throw refusal('Field :priority_id is not a valid priority.')
  return priority
}

/** Exploratory cases have a mission and goals instead of steps. */
function descriptionIn({ custom_mission: mission, custom_goals: goals }: UpdateCase): string | undefined {
  if (mission === undefined && goals === undefined) return undefined
  return [mission, goals].filter(Boolean).join('\n\n')
}

/** Given singly, the text of all steps and of what is expected are one step. */
function stepsIn(given: UpdateCase): CaseStep[] | undefined {
  const { custom_steps_separated: separated, custom_steps: action, custom_expected: expected } = given
  if (separated?.length) return separated.map(separateStep).filter(isFilled)
  if (action !== undefined || expected !== undefined) return [stepOf(action, expected)].filter(isFilled)
  return separated === undefined ? undefined : []
}

type Text = string | null | undefined
type SeparateStep = NonNullable<UpdateCase['custom_steps_separated']>[number]

/** A step has no field for more, so it follows the action, as in an import. */
const separateStep = ({ content, additional_info: more, expected }: SeparateStep) =>
  stepOf([content?.trim(), more?.trim()].filter(Boolean).join('\n\n'), expected)

/** A step needs an action. */
const stepOf = (content: Text, expected: Text): CaseStep => ({
  action: content?.trim() || (expected?.trim() ? '–' : ''),
  expected: expected?.trim() ?? '',
})

const isFilled = ({ action }: CaseStep) => action !== ''
