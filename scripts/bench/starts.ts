import { addProject, startSides, type User } from './data.ts'
import { compare, type Figures, NOISE } from './figures.ts'
import { sendOnce } from './load.ts'

/* The start of a run over 10,000 cases, beside the same SQL and an earlier version. */

const IN_SLICES =
  'the SQL is one transaction, for which all other writes wait; Assay reads the cases of one state, and writes 1,000 results at once'

const KINDS = [
  ['`omitResults`', { omitResults: true }, 'SQL'],
  ['with its results', {}, 'SQL, select, JSON'],
] as const

export async function* starts(): Figures {
  const fill = async (user: User) => ({ user, ...(await addProject(user, 100, 100)) })
  const { bare, ...versions } = await startSides(fill, { isCopied: true })
  for (const [kind, body, name] of KINDS)
    yield* compare({
      work: `start of a run over 10,000 cases, ${kind}`,
      unit: 'time',
      rounds: 7,
      sides: { ...versions, [name]: bare },
      take: ({ server, user, id }) =>
        sendOnce(server, { requests: [user.post(`/test-runs/project/${id}`, body)], connections: 1 }),
      bars: { [name]: ['≤ 1.3', IN_SLICES], before: ['≤ 1.1', NOISE] },
    })
}
