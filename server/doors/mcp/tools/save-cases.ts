import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { DomainError, invalidField } from '#shared/errors.ts'
import { CreateTestCase } from '#shared/test-cases/test-case.ts'
import { CreateTestSuite } from '#shared/test-suites/test-suite.ts'
import { finish, numbers } from '../../../deletions/removal.ts'
import { type Door, tool } from '../door.ts'
import { caseRef, dryRun, project } from '../inputs.ts'
import { inOneWrite } from '../one-write.ts'
import { type Named, projectOf } from '../projects.ts'
import { told } from '../shown.ts'

const CASES_MAX = 100

const GivenCase = z.strictObject({
  case: caseRef.optional().meta({ description: 'C12 changes it; without it a case is made' }),
  suite: CreateTestSuite.shape.name.optional().meta({ description: 'Its name; made if missing. Changing it moves' }),
  ...CreateTestCase.omit({ testSuiteId: true, externalKey: true, extras: true }).partial({ name: true }).shape,
})
type GivenCase = z.infer<typeof GivenCase>

export const saveCases = tool({
  name: 'save_cases',
  description:
    'Create and change up to 100 test cases, all or none. Omitted fields stay; null clears. A manual case needs steps ' +
    'or expectedValueType and expectedValue. Search first, so that no case is made twice.',
  input: z.strictObject({
    project,
    cases: z
      .array(GivenCase, { error: 'cases must be a list' })
      .min(1, 'cases must not be empty')
      .max(CASES_MAX, `cases may have at most ${CASES_MAX} entries`),
    dryRun,
  }),
  isWrite: true,
  answer: async (door, { project: named, cases, dryRun: isDry }) => {
    const found = await projectOf(door, named)
    const answer = await inOneWrite(door, { scope: { project: found.id }, dryRun: isDry }, async (inside) => {
      const suites = new Suites(inside, found)
      const saved: object[] = []
      for (const [index, given] of cases.entries())
        saved.push(await save(inside, found, suites, given).catch((error) => rethrow(error, index, given)))
      return told({ dryRun: isDry, cases: saved, newSuites: suites.made })
    })
    if (!isDry) await finish(door.ctx, [numbers], found.id)
    return answer
  },
})

async function save(door: Door, project: Named, suites: Suites, { case: ref, suite, ...given }: GivenCase) {
  if (ref !== undefined) return await change(door, project, suites, { ref, suite, given })
  if (suite === undefined) throw invalidField('suite', 'A new case needs the name of its suite')
  const { name } = given
  if (name === undefined) throw invalidField('name', 'Test case name is required')
  const made = await door.calls.testCases.create({ ...given, name, testSuiteId: await suites.idOf(suite) })
  return { case: made.ref, did: 'created' }
}

type Change = { ref: string; suite: string | undefined; given: Omit<GivenCase, 'case' | 'suite'> }

async function change({ calls }: Door, { id: projectId }: Named, suites: Suites, { ref, suite, given }: Change) {
  const before = await calls.testCases.byRef({ projectId, ref })
  const { type, ...fields } = given
  if (type !== undefined && type !== before.type) throw invalidField('type', 'The type of a case cannot change')
  const target = suite === undefined ? before.testSuiteId : await suites.idOf(suite, before.testSuiteId)
  const isMoved = target !== before.testSuiteId
  const after = await calls.testCases.update({ ...fields, id: before.id, ...(isMoved && { testSuiteId: target }) })
  const isChanged = isMoved || after.updatedAt !== before.updatedAt || after.revision !== before.revision
  return { case: after.ref, did: isMoved ? 'moved' : isChanged ? 'changed' : 'unchanged' }
}

/** The suites of a project by their names. A missing one is made. */
class Suites {
  readonly made: string[] = []
  readonly #door: Door
  readonly #projectId: string
  #known: Promise<{ id: string; name: string }[]> | undefined

  constructor(door: Door, { id }: Named) {
    this.#door = door
    this.#projectId = id
  }

  /** Several suites may have one name: a case stays where it is, and a new one goes to the first. */
  async idOf(name: string, own?: string): Promise<string> {
    const known = await (this.#known ??= this.#read())
    const named = known.filter((suite) => suite.name === name)
    const found = named.find(({ id }) => id === own) ?? named[0]
    if (found) return found.id
    const { id } = await this.#door.calls.testSuites.create({ name, projectId: this.#projectId })
    known.push({ id, name })
    this.made.push(name)
    return id
  }

  async #read() {
    return [...(await this.#door.calls.projects.overview({ id: this.#projectId })).testSuites]
  }
}

/** Says which entry was refused. */
function rethrow(error: unknown, index: number, { case: ref, name }: GivenCase): never {
  const cause = error instanceof TRPCError ? error.cause : error
  if (!(cause instanceof DomainError)) throw error
  const { code, message, issues = [] } = cause
  const path = issues[0]?.path.join('.')
  const text = path && !message.includes(path) ? `${path}: ${message}` : message
  throw new DomainError(code, `cases.${index} (${(ref ?? name ?? 'no name').slice(0, 60)}): ${text}`)
}
