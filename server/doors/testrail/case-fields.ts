import type { Extras } from '#shared/extras.ts'
import { slices } from '../../limits/give-way.ts'
import { listExtras } from '../../test-cases/case-lookup.repository.ts'
import type { Door, Method } from './door.ts'
import { customFieldsIn } from './extras.ts'
import { listNumbered, type Kind } from './numbers.repository.ts'
import { numbersOf } from './numbers.ts'
import { projectIdsOf } from './projects.ts'

/* Callers in Java refuse a case or a result with a `custom_` key that these lists do not have. */

const TYPES = { string: 1, text: 3, steps: 10, stepResults: 11 }

const CASE_FIELDS = [
  field(1, 'automation_id', 'Automation ID', TYPES.string),
  field(2, 'preconds', 'Preconditions', TYPES.text),
  field(3, 'steps', 'Steps', TYPES.text),
  field(4, 'expected', 'Expected Result', TYPES.text),
  field(5, 'steps_separated', 'Steps', TYPES.steps),
  field(6, 'mission', 'Mission', TYPES.text),
  field(7, 'goals', 'Goals', TYPES.text),
]
const RESULT_FIELDS = [field(1, 'step_results', 'Steps', TYPES.stepResults)]

/** Numbers below are of the fields that every project has. */
const FIRST_IN_USE = 100

export const getCaseFields: Method = async (door) => [
  ...CASE_FIELDS,
  ...(await inUse(door, 'case field', noteImported)),
]

export const getResultFields: Method = async (door) => [...RESULT_FIELDS, ...(await inUse(door, 'result field'))]

/** Remembers which custom fields the cases of a project have. */
export async function noteCaseFields(door: Door, project: { id: string }, extras: Extras[]): Promise<void> {
  await note(door, 'case field', project.id, extras)
}

export async function noteResultFields(door: Door, project: { id: string }, extras: Extras[]): Promise<void> {
  await note(door, 'result field', project.id, extras)
}

async function note(door: Door, kind: Kind, projectId: string, extras: Extras[]): Promise<void> {
  const names = new Set(extras.flatMap(customFieldsIn))
  if (names.size > 0)
    await numbersOf(
      door,
      kind,
      Array.from(names, (name) => `${projectId}/${name}`),
    )
}

/** Imports keep custom fields too. */
async function noteImported(door: Door, projectId: string): Promise<void> {
  const step = slices()
  for (let after = ''; ;) {
    const rows = await listExtras(door.db, { projectId, after, limit: READ_AT_ONCE })
    await noteCaseFields(
      door,
      { id: projectId },
      rows.map(({ extras }) => extras),
    )
    const last = rows.at(-1)
    if (!last || rows.length < READ_AT_ONCE) return
    after = last.id
    await step()
  }
}

const READ_AT_ONCE = 500

type Note = (door: Door, projectId: string) => Promise<void>

async function inUse(door: Door, kind: Kind, noteFirst?: Note): Promise<object[]> {
  const fields = new Map<string, number>()
  for (const id of await projectIdsOf(door)) {
    await noteFirst?.(door, id)
    for (const { entity, number } of await listNumbered(door.db, kind, `${id}/`)) {
      const name = entity.slice(id.length + 1)
      if (!fields.has(name)) fields.set(name, number)
    }
  }
  return Array.from(fields, ([name, number]) =>
    field(FIRST_IN_USE + number, name.slice('custom_'.length), name.slice('custom_'.length), TYPES.string),
  )
}

function field(id: number, name: string, label: string, typeId: number) {
  return {
    id,
    system_name: `custom_${name}`,
    name,
    label,
    description: null,
    type_id: typeId,
    is_active: true,
    include_all: true,
    template_ids: [],
    display_order: id,
    configs: [
      {
        id: String(id),
        context: { is_global: true, project_ids: [] },
        options: { is_required: false, default_value: '', format: 'markdown', rows: '5' },
      },
    ],
  }
}
