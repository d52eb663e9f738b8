import type { ChoiceProps } from '../choice.ts'
import { AssignedChoice } from './assigned-choice.tsx'
import { FailedChoice } from './failed-choice.tsx'
import { FilterChoice } from './filter-choice.tsx'
import { PickedChoice } from './picked-choice.tsx'
import { SuiteChoice } from './suite-choice.tsx'

const PARTS = {
  suites: SuiteChoice,
  filter: FilterChoice,
  picked: PickedChoice,
  failed: FailedChoice,
  assigned: AssignedChoice,
}

/** The controls of one kind of choice. The code loads while the dialog opens. */
export default function ChoicePart(props: ChoiceProps) {
  const { kind } = props.choice
  if (kind === 'everything') return null
  const Part = PARTS[kind]
  return <Part {...props} />
}
