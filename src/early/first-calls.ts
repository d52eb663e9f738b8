import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { CARDS_MAX } from '#shared/limits.ts'
import { isRunRef } from '#shared/test-runs/run-ref.ts'
import { RECENT_RUNS } from '#shared/test-runs/recent-runs.ts'
import type { AppRouter } from '../../server/router.ts'
import { pageInput } from '../features/test-results/store/pages.ts'
import { SHARED_RUN } from './screens.ts'

/*
 * The first queries of each screen. A missing one is only made later; a superfluous one is wasted. first-calls.e2e.ts
 * compares them with the queries of the screens.
 */

type Inputs = inferRouterInputs<AppRouter>
type Noun = keyof Inputs & string
type Procedure = { [N in Noun]: `${N}.${keyof Inputs[N] & string}` }[Noun]
type InputOf<P> = P extends `${infer N extends Noun}.${infer F}` ? Inputs[N][F & keyof Inputs[N]] : never
type Outputs = inferRouterOutputs<AppRouter>

export type Call = { path: Procedure; input: unknown }

const call = <P extends Procedure>(path: P, input: InputOf<P>): Call => ({ path, input })

/** Enough rows for the first screen. The list itself asks for more pages. */
const FIRST_ROWS = 24

type Visit = {
  /** Without the base path. */
  path: string
  search: string
  isSignedIn: boolean
  user: { isAdmin?: boolean; mustResetPassword?: boolean; mustSetUpFactor?: boolean } | null
}

export function firstCalls(visit: Visit): Call[] {
  const { path, search, isSignedIn, user } = visit
  if (SHARED_RUN.test(path)) return []
  const invite = new URLSearchParams(search).get('token')
  const signUp = call('auth.signupEnabled', undefined)
  if (isAt(path, '/invite')) return invite ? [call('invites.validate', { token: invite }), signUp] : []
  if (!isSignedIn || isAt(path, '/login') || isAt(path, '/signup')) return [signUp]
  // Storing the user empties the cache, so other answers would be requested twice.
  if (!user) return [call('auth.profile', undefined)]
  return user.mustResetPassword || user.mustSetUpFactor ? [] : callsOfUser(visit)
}

function callsOfUser({ path, search, user }: Visit): Call[] {
  const projectId = /^\/projects\/([^/]+)(\/settings)?\/?$/i.exec(path)?.[1]
  if (projectId !== undefined) return callsOfProject(projectId, viewOf(path, search))
  if (isAt(path, '/') || isAt(path, '/projects')) return [call('projects.list', {})]
  // Its other tab reads events in pages.
  if (isAt(path, '/admin') && user?.isAdmin && new URLSearchParams(search).get('tab') === null)
    return [
      call('admin.stats', undefined),
      call('admin.listUsers', {}),
      call('admin.settings', undefined),
      call('apiTokens.listAll', {}),
    ]
  if (isAt(path, '/profile'))
    return [
      call('auth.profile', undefined),
      call('auth.signupEnabled', undefined),
      call('sessions.list', {}),
      call('factors.list', undefined),
      call('factors.recoveryCodes', undefined),
      call('notices.settings', undefined),
      call('apiTokens.listMine', {}),
    ]
  return []
}

function callsOfProject(id: string, { isRuns, isQuality, testRunId }: View): Call[] {
  return [
    call('projects.overview', { id }),
    ...(isQuality ? [call('quality.overview', { projectId: id })] : []),
    ...(isRuns ? [call('testRuns.list', { projectId: id, limit: RECENT_RUNS })] : []),
    ...(isRuns && testRunId !== null ? [call('testRuns.overview', { testRunId })] : []),
    call('members.list', { id }),
  ]
}

/** The queries that depend on the answer to an earlier one. */
export function nextCalls({ path, input }: Call, data: unknown, visit: Visit): Call[] {
  if (path === 'projects.list') return callsOfCards(data as Outputs['projects']['list'])
  const { testRunId, isRef, hasFilter } = viewOf(visit.path, visit.search)
  if (path === 'testRuns.list' && testRunId === null && !isRef) {
    const [latest] = data as Outputs['testRuns']['list']
    return latest ? [call('testRuns.overview', { testRunId: latest.id })] : []
  }
  if (path !== 'testRuns.overview' || hasFilter) return []
  const { suites } = data as Outputs['testRuns']['overview']
  return firstPages((input as { testRunId: string }).testRunId, suites)
}

function callsOfCards(projects: Outputs['projects']['list']): Call[] {
  const projectIds = projects.slice(0, CARDS_MAX).map(({ id }) => id)
  return projectIds.length > 0 ? [call('quality.cards', { projectIds })] : []
}

type SuiteSize = { id: string; summary: { total: number } }

function firstPages(testRunId: string, suites: readonly SuiteSize[]): Call[] {
  const calls: Call[] = []
  let rows = 0
  for (const { id, summary } of suites) {
    if (rows >= FIRST_ROWS) break
    if (summary.total > 0) calls.push(call('testResults.listInRun', pageInput(testRunId, id, 0)))
    rows += summary.total
  }
  return calls
}

type View = { isRuns: boolean; isQuality: boolean; testRunId: string | null; isRef: boolean; hasFilter: boolean }

function viewOf(path: string, search: string): View {
  const query = new URLSearchParams(search)
  const run = query.get('run')
  const isRef = run !== null && isRunRef(run)
  const named = run === null ? null : 'runs'
  const tab = /\/settings\/?$/i.test(path) ? null : (query.get('tab') ?? named)
  return {
    isRuns: tab === 'runs' && !query.has('view') && !query.has('compare'),
    isQuality: tab === 'quality' && !query.has('history'),
    testRunId: isRef ? null : run,
    isRef,
    hasFilter: query.has('q') || query.has('status'),
  }
}

const isAt = (path: string, screen: string) => path.replace(/(.)\/$/, '$1') === screen
