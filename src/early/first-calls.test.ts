import { expect, test } from 'vitest'
import { firstCalls, nextCalls } from './first-calls.ts'
import { screenAt } from './screens.ts'

const visitor = { search: '', isSignedIn: false, user: null }
const user = { search: '', isSignedIn: true, user: { isAdmin: false } }
const pathsOf = (visit: Parameters<typeof firstCalls>[0]) => firstCalls(visit).map(({ path }) => path)

test.each([
  ['/login', ['auth.signupEnabled']],
  ['/signup/', ['auth.signupEnabled']],
  ['/projects/1', ['auth.signupEnabled']],
  ['/invite', []],
])('a visitor without a session asks at %s for %j first', (path, calls) => {
  expect(pathsOf({ ...visitor, path })).toEqual(calls)
})

test('an invite is validated first, with or without a session', () => {
  const visit = { path: '/invite', search: '?token=abc' }
  const calls = [{ path: 'invites.validate', input: { token: 'abc' } }, { path: 'auth.signupEnabled' }]
  expect(firstCalls({ ...visitor, ...visit })).toEqual(calls)
  expect(firstCalls({ ...user, ...visit })).toEqual(calls)
})

test.each([
  ['/', '', ['projects.list']],
  ['/projects/', '', ['projects.list']],
  ['/api-docs', '', []],
  ['/admin', '', []],
  [
    '/profile',
    '',
    [
      'auth.profile',
      'auth.signupEnabled',
      'sessions.list',
      'factors.list',
      'factors.recoveryCodes',
      'notices.settings',
      'apiTokens.listMine',
    ],
  ],
  ['/projects/1', '', ['projects.overview', 'members.list']],
  ['/projects/1/settings', '?tab=runs', ['projects.overview', 'members.list']],
  ['/projects/1', '?tab=runs', ['projects.overview', 'testRuns.list', 'members.list']],
  ['/projects/1', '?tab=runs&run=2', ['projects.overview', 'testRuns.list', 'testRuns.overview', 'members.list']],
])('a user asks at %s%s for %j first', (path, search, calls) => {
  expect(pathsOf({ ...user, path, search })).toEqual(calls)
})

test('only an administrator asks for the data of the admin panel first', () => {
  const calls = ['admin.stats', 'admin.listUsers', 'admin.settings', 'apiTokens.listAll']
  expect(pathsOf({ ...user, path: '/admin', user: { isAdmin: true } })).toEqual(calls)
  expect(pathsOf({ ...user, path: '/admin', search: '?tab=audit', user: { isAdmin: true } })).toEqual([])
})

test('a session without a stored user asks for the user only', () => {
  expect(pathsOf({ ...user, path: '/', user: null })).toEqual(['auth.profile'])
})

test('a user who must set a new password asks for nothing first', () => {
  expect(pathsOf({ ...user, path: '/', user: { mustResetPassword: true } })).toEqual([])
})

const RUNS = { ...user, path: '/projects/1', search: '?tab=runs' }
const RUN = { path: 'testRuns.overview', input: { testRunId: 'r' } } as const
const suites = (...totals: number[]) => ({
  suites: totals.map((total, index) => ({ id: `s${index}`, summary: { total } })),
})
const suitesOf = (calls: ReturnType<typeof nextCalls>) =>
  calls.map(({ input }) => (input as { suiteId: string }).suiteId)

test('the latest run is asked for after the list of runs, unless the address names a run', () => {
  const list = { path: 'testRuns.list', input: { projectId: '1', limit: 5 } } as const
  const latest = [{ path: 'testRuns.overview', input: { testRunId: 'newest' } }]
  expect(nextCalls(list, [{ id: 'newest' }, { id: 'older' }], RUNS)).toEqual(latest)
  expect(nextCalls(list, [], RUNS)).toEqual([])
  expect(nextCalls(list, [{ id: 'newest' }], { ...RUNS, search: '?tab=runs&run=2' })).toEqual([])
})

test('after a run, the pages of the suites on the first screen are asked for', () => {
  expect(nextCalls(RUN, suites(100, 100), RUNS)).toEqual([
    { path: 'testResults.listInRun', input: { testRunId: 'r', suiteId: 's0', limit: 50, offset: 0 } },
  ])
  expect(suitesOf(nextCalls(RUN, suites(10, 0, 10, 10, 10), RUNS))).toEqual(['s0', 's2', 's3'])
})

test('a filtered run asks for no pages first, because they are read by status', () => {
  for (const search of ['?tab=runs&run=r&q=refund', '?tab=runs&run=r&status=failed'])
    expect(nextCalls(RUN, suites(100), { ...RUNS, search })).toEqual([])
})

test.each([
  ['/login', true, []],
  ['/signup/', false, ['signup']],
  ['/', true, ['layout', 'projectList']],
  ['/', false, []],
  ['/projects/1/settings', true, ['project']],
  ['/projects/1', false, []],
  ['/nothing/here', false, ['notFound']],
])('the pages of %s, signed in: %s, are %j', (path, isSignedIn, pages) => {
  expect(screenAt(path, isSignedIn).pages).toEqual(pages)
})
