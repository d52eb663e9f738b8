import type { Priority, TestCase } from '#shared/test-cases/test-case.ts'
import { PRIORITIES } from '#shared/test-cases/case-enums.ts'
import type { Method } from './door.ts'
import { STATUSES } from './statuses.ts'

/* The lists that every project has in common. They are bare arrays. */

const TYPES = { automated: 3, functional: 6, other: 7 }
const TEMPLATES = { text: 1, steps: 2 }

export const typeIdOf = ({ type }: Pick<TestCase, 'type'>) => (type === 'auto' ? TYPES.automated : TYPES.other)

/** The types by which a case is found that none was given for: manual tests are functional ones, too. */
export const typeIdsOf = ({ type }: Pick<TestCase, 'type'>) =>
  type === 'auto' ? [TYPES.automated] : [TYPES.other, TYPES.functional]

export const templateIdOf = ({ steps }: Pick<TestCase, 'steps'>) =>
  steps.length > 0 ? TEMPLATES.steps : TEMPLATES.text

export const priorityIdOf = (priority: Priority) => PRIORITIES.indexOf(priority) + 1
export const priorityOf = (priorityId: number): Priority | undefined => PRIORITIES[priorityId - 1]

const named = (id: number, name: string, isDefault: boolean) => ({ id, name, is_default: isDefault })

const LISTS = {
  statuses: STATUSES,
  types: [
    named(TYPES.automated, 'Automated', false),
    named(TYPES.functional, 'Functional', false),
    named(TYPES.other, 'Other', true),
  ],
  templates: [named(TEMPLATES.text, 'Test Case (Text)', true), named(TEMPLATES.steps, 'Test Case (Steps)', false)],
  priorities: PRIORITIES.map((priority) => {
    const id = priorityIdOf(priority)
    const name = priority.charAt(0).toUpperCase() + priority.slice(1)
    return { ...named(id, name, priority === 'medium'), priority: id, short_name: name }
  }),
  configs: [],
}

const answer =
  (list: keyof typeof LISTS): Method =>
  async () =>
    LISTS[list]

export const getStatuses = answer('statuses')
export const getCaseTypes = answer('types')
export const getTemplates = answer('templates')
export const getPriorities = answer('priorities')
export const getConfigs = answer('configs')
