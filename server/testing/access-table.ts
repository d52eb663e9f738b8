import type { inferRouterInputs } from '@trpc/server'
import type { AppRouter } from '../router.ts'
import { IDENTITIES_ACCESS } from './identities-access.ts'
import type { World } from './world.ts'
import { newAccount, wrongLink, wrongNewPasskey, wrongPasskey, wrongPassword, wrongTicket } from './sample-inputs.ts'

/*
 * Access by role: every actor calls every procedure over tRPC and, if it has an address, over REST. A procedure without
 * a row fails the type check. `server/tests/access.test.ts` makes the calls.
 */

export const ACTORS = [
  'nobody',
  'stranger',
  'tester',
  'owner',
  'admin',
  'deactivated',
  'mustReset',
  'project',
  'otherProject',
] as const
export type ActorName = (typeof ACTORS)[number]

type Inputs = inferRouterInputs<AppRouter>
export type Path = { [N in keyof Inputs]: `${N}.${keyof Inputs[N] & string}` }[keyof Inputs]
type InputOf<P extends Path> = P extends `${infer N}.${infer C}`
  ? N extends keyof Inputs
    ? C extends keyof Inputs[N]
      ? Inputs[N][C]
      : never
    : never
  : never
export type Statuses = [number, number, number, number, number, number, number, number, number]
export type Row<I> = [Statuses, (world: World) => I | Promise<I>]

const none = () => undefined
const ownPassword = ({ owner }: World) => ({ email: owner.email, password: owner.password })
const ofProject = ({ project }: World) => ({ id: project.id })
const inProject = ({ project }: World) => ({ projectId: project.id })
const ofSuite = async (world: World) => ({ id: (await world.suite()).id })
const ofCase = async (world: World) => ({ id: (await world.testCase()).id })
const ofRun = async (world: World) => ({ testRunId: (await world.run()).id })
const ofDeletion = async (w: World) => ({ ...ofProject(w), deletionId: await w.deletionId() })
const ofTokenOfOwner = async (w: World) => ({ id: (await w.personalToken()).id })
const ofNewUser = async (world: World) => ({ id: (await world.newUser()).id })

const FOR_OWNERS: Statuses = [401, 404, 403, 200, 404, 401, 403, 403, 404]
const FOR_USERS: Statuses = [401, 200, 200, 200, 200, 401, 403, 403, 403]

/*   actor:                   nobody stranger tester owner admin deactivated mustReset project otherProject */
export const TABLE: { [P in Path]: Row<InputOf<P>> } = {
  'auth.signUp': [[201, 201, 201, 201, 201, 201, 201, 201, 201], newAccount],
  'auth.signIn': [[200, 200, 200, 200, 200, 200, 200, 200, 200], ownPassword],
  'auth.signInSecondFactor': [[401, 401, 401, 401, 401, 401, 401, 401, 401], wrongTicket],
  'auth.startPasskeySignIn': [[200, 200, 200, 200, 200, 200, 200, 200, 200], none],
  'auth.signInPasskey': [[401, 401, 401, 401, 401, 401, 401, 401, 401], wrongPasskey],
  'auth.startConfirm': [[401, 200, 200, 200, 200, 401, 403, 403, 403], none],
  'auth.confirm': [[401, 400, 400, 400, 400, 401, 403, 403, 403], () => ({ password: 'wrong' })],
  'auth.profile': [[401, 200, 200, 200, 200, 401, 200, 403, 403], none],
  'auth.changeProfile': [[401, 200, 200, 200, 200, 401, 403, 403, 403], () => ({ name: 'New name' })],
  // The password is wrong, because a correct one would end the caller's token. 400 means that the caller has access.
  'auth.resetPassword': [[401, 400, 400, 400, 400, 401, 400, 403, 403], wrongPassword],
  // Without mail.
  'auth.forgotPassword': [[403, 403, 403, 403, 403, 403, 403, 403, 403], () => ({ email: 'nobody@example.com' })],
  'auth.setForgottenPassword': [[400, 400, 400, 400, 400, 400, 400, 400, 400], wrongLink],
  'auth.signOut': [[401, 200, 200, 200, 200, 401, 200, 403, 403], none],
  'auth.signOutEverywhere': [[401, 200, 200, 200, 200, 401, 200, 403, 403], none],
  'sessions.list': [[401, 200, 200, 200, 200, 401, 403, 403, 403], () => ({})],
  'sessions.end': [[401, 404, 404, 200, 404, 401, 403, 403, 403], async (w) => ({ id: await w.sessionOfOwner() })],
  'sessions.endOthers': [[401, 200, 200, 200, 200, 401, 403, 403, 403], none],
  'sessions.signOutUser': [[401, 403, 403, 403, 200, 401, 403, 403, 403], ofNewUser],
  ...IDENTITIES_ACCESS,
  'factors.list': [[401, 200, 200, 200, 200, 401, 403, 403, 403], none],
  'factors.startTotp': [[401, 200, 200, 200, 200, 401, 403, 403, 403], none],
  'factors.confirmTotp': [[401, 400, 400, 400, 400, 401, 403, 403, 403], () => ({ ticket: 'wrong', code: '123456' })],
  'factors.startPasskey': [[401, 200, 200, 200, 200, 401, 403, 403, 403], none],
  'factors.confirmPasskey': [[401, 400, 400, 400, 400, 401, 403, 403, 403], wrongNewPasskey],
  'factors.remove': [[401, 404, 404, 404, 404, 401, 403, 403, 403], () => ({ id: 'none' })],
  'factors.recoveryCodes': [[401, 200, 200, 200, 200, 401, 403, 403, 403], none],
  'factors.createRecoveryCodes': [[401, 409, 409, 409, 409, 401, 403, 403, 403], none],
  'factors.reset': [[401, 403, 403, 403, 200, 401, 403, 403, 403], ofNewUser],
  'auth.signupEnabled': [[200, 200, 200, 200, 200, 200, 200, 200, 200], none],
  'projects.list': [[401, 200, 200, 200, 200, 401, 403, 403, 403], () => ({})],
  'projects.get': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofProject],
  'projects.overview': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofProject],
  'projects.create': [[401, 201, 201, 201, 201, 401, 403, 403, 403], () => ({ name: 'New' })],
  'projects.update': [[401, 404, 403, 200, 404, 401, 403, 403, 404], (w) => ({ ...ofProject(w), name: 'New name' })],
  'projects.delete': [[401, 404, 403, 200, 404, 401, 403, 403, 404], ofProject],
  'projects.regenerateSecret': [[401, 404, 403, 200, 404, 401, 403, 403, 404], ofProject],
  'apiTokens.current': [[401, 404, 404, 404, 404, 401, 403, 404, 404], none],
  'apiTokens.listMine': [[401, 200, 200, 200, 200, 401, 403, 403, 403], () => ({})],
  'apiTokens.createMine': [[401, 201, 201, 201, 201, 401, 403, 403, 403], () => ({ name: 'Laptop', verbs: ['read'] })],
  'apiTokens.rotateMine': [[401, 404, 404, 200, 404, 401, 403, 403, 403], ofTokenOfOwner],
  'apiTokens.revokeMine': [[401, 404, 404, 200, 404, 401, 403, 403, 403], ofTokenOfOwner],
  'apiTokens.list': [[401, 404, 403, 200, 404, 401, 403, 403, 404], ofProject],
  'apiTokens.create': [
    [401, 404, 403, 201, 404, 401, 403, 403, 404],
    (w) => ({ ...ofProject(w), name: 'CI', verbs: ['record'] }),
  ],
  'apiTokens.rotate': [FOR_OWNERS, async (w) => ({ ...ofProject(w), tokenId: (await w.projectToken(['read'])).id })],
  'apiTokens.revoke': [FOR_OWNERS, async (w) => ({ ...ofProject(w), tokenId: (await w.projectToken(['read'])).id })],
  'apiTokens.listAll': [[401, 403, 403, 403, 200, 401, 403, 403, 403], () => ({})],
  'apiTokens.revokeAny': [
    [401, 403, 403, 403, 200, 401, 403, 403, 403],
    async (w) => ({ id: (await w.projectToken(['read'])).id }),
  ],
  'members.list': [[401, 404, 200, 200, 404, 401, 403, 403, 404], ofProject],
  'members.add': [
    [401, 404, 403, 201, 404, 401, 403, 403, 404],
    async (w) => ({ ...ofProject(w), userId: (await w.newUser()).id }),
  ],
  'members.addExisting': [
    [401, 404, 403, 201, 404, 401, 403, 403, 404],
    async (w) => ({ ...ofProject(w), email: (await w.newUser()).email }),
  ],
  'members.remove': [FOR_OWNERS, async (w) => ({ ...ofProject(w), userId: await w.newMember() })],
  'users.search': [[401, 200, 200, 200, 200, 401, 403, 403, 403], () => ({ email: 'example' })],
  'users.projects': [[401, 403, 403, 200, 200, 401, 403, 403, 403], (w) => ({ id: w.owner.id })],
  'invites.create': [[401, 404, 403, 201, 404, 401, 403, 403, 404], (w) => ({ ...inProject(w), email: w.newEmail() })],
  'invites.list': [[401, 404, 403, 200, 404, 401, 403, 403, 404], ofProject],
  'invites.revoke': [FOR_OWNERS, async (w) => ({ ...ofProject(w), inviteId: await w.inviteId() })],
  'invites.validate': [[200, 200, 200, 200, 200, 200, 200, 200, 200], async (w) => ({ token: await w.invite() })],
  'invites.accept': [
    [201, 201, 201, 201, 201, 201, 201, 201, 201],
    async (w) => ({ token: await w.invite(), name: 'New', password: 'secret' }),
  ],
  'admin.stats': [[401, 403, 403, 403, 200, 401, 403, 403, 403], none],
  'admin.listUsers': [[401, 403, 403, 403, 200, 401, 403, 403, 403], () => ({})],
  'admin.createUser': [
    [401, 403, 403, 403, 201, 401, 403, 403, 403],
    (w) => ({ email: w.newEmail(), name: 'New', password: 'secret' }),
  ],
  'admin.toggleUserStatus': [[401, 403, 403, 403, 200, 401, 403, 403, 403], ofNewUser],
  'admin.deleteUser': [[401, 403, 403, 403, 200, 401, 403, 403, 403], ofNewUser],
  'erasure.eraseMe': [[401, 400, 400, 400, 400, 401, 403, 403, 403], () => ({ password: 'wrong' })],
  'erasure.exportMe': [[401, 200, 200, 200, 200, 401, 403, 403, 403], none],
  'erasure.eraseById': [[401, 403, 403, 403, 200, 401, 403, 403, 403], ofNewUser],
  'erasure.exportById': [[401, 403, 403, 403, 200, 401, 403, 403, 403], ofNewUser],
  'admin.settings': [[401, 403, 403, 403, 200, 401, 403, 403, 403], none],
  'admin.changeSettings': [[401, 403, 403, 403, 200, 401, 403, 403, 403], () => ({ passwordPolicy: 'spec' })],
  'admin.resetUserPassword': [[401, 403, 403, 403, 200, 401, 403, 403, 403], ofNewUser],
  'admin.setSignupEnabled': [[401, 403, 403, 403, 200, 401, 403, 403, 403], () => ({ enabled: true })],
  'audit.list': [[401, 403, 403, 403, 200, 401, 403, 403, 403], () => ({ limit: 1 })],
  'audit.listOfProject': [[401, 404, 403, 200, 404, 401, 403, 403, 404], ofProject],
  'testSuites.list': [[401, 200, 200, 200, 200, 401, 403, 403, 403], () => ({})],
  'testSuites.listInProject': [[401, 404, 200, 200, 404, 401, 403, 200, 404], inProject],
  'testSuites.get': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofSuite],
  'testSuites.create': [[401, 404, 201, 201, 404, 401, 403, 201, 404], (w) => ({ ...inProject(w), name: 'New' })],
  'testSuites.update': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...(await ofSuite(w)), name: 'New name' }),
  ],
  'testSuites.delete': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofSuite],
  'testCases.list': [[401, 200, 200, 200, 200, 401, 403, 403, 403], () => ({})],
  'testCases.listInSuite': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofSuite],
  'testCases.search': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofProject],
  'testCases.matchIds': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofProject],
  'testCases.tags': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofProject],
  'testCases.get': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofCase],
  'testCases.byRef': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ projectId: w.project.id, ref: (await w.testCase()).ref }),
  ],
  'testCases.results': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ id: (await w.result()).testCase.id }),
  ],
  'testCases.recentResults': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => {
      const { testRunId, testCase } = await w.result()
      return { testRunId, testCaseIds: [testCase.id] }
    },
  ],
  'testCases.create': [
    [401, 404, 201, 201, 404, 401, 403, 201, 404],
    async (w) => ({ testSuiteId: (await w.suite()).id, name: 'New', type: 'auto' }),
  ],
  'testCases.update': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...(await ofCase(w)), name: 'New name' }),
  ],
  'testCases.revisions': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofCase],
  'testCases.restoreRevision': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...(await ofCase(w)), revision: 1 }),
  ],
  'testCases.delete': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofCase],
  'testCases.deleteMany': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...ofProject(w), ids: [(await w.testCase()).id] }),
  ],
  'deletions.list': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofProject],
  'imports.list': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofProject],
  'imports.get': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...ofProject(w), importId: await w.importId() }),
  ],
  'imports.undo': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...ofProject(w), importId: await w.importId() }),
  ],
  'deletions.purge': [FOR_OWNERS, ofDeletion],
  'retention.get': [[401, 404, 403, 200, 404, 401, 403, 403, 404], ofProject],
  'retention.change': [[401, 404, 403, 200, 404, 401, 403, 403, 404], (w) => ({ ...ofProject(w), keepRunsDays: 90 })],
  'deletions.restore': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofDeletion],
  'testCases.updateMany': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...ofProject(w), ids: [(await w.testCase()).id], set: { priority: 'high' } }),
  ],
  'testCases.undo': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...ofProject(w), changeId: await w.caseChange() }),
  ],
  'testCases.copyMany': [
    [401, 404, 201, 201, 404, 401, 403, 201, 404],
    async (w) => ({ ...ofProject(w), ids: [(await w.testCase()).id], testSuiteId: (await w.suite()).id }),
  ],
  'arrivals.list': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofProject],
  'quarantine.list': [[401, 404, 200, 200, 404, 401, 403, 200, 404], inProject],
  'quarantine.add': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...(await ofCase(w)), reason: 'Times out' }),
  ],
  'quarantine.remove': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofCase],
  'comparisons.compare': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testRuns.start': [[401, 404, 201, 201, 404, 401, 403, 201, 404], inProject],
  'testRuns.list': [[401, 404, 200, 200, 404, 401, 403, 200, 404], inProject],
  'testRuns.get': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testRuns.overview': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testRuns.attention': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testRuns.update': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...(await ofRun(w)), branch: 'main' }),
  ],
  'testRuns.reopen': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ testRunId: (await w.endedRun()).id }),
  ],
  'testRuns.countSelected': [[401, 404, 200, 200, 404, 401, 403, 200, 404], inProject],
  'testRuns.values': [[401, 404, 200, 200, 404, 401, 403, 200, 404], inProject],
  'testRuns.complete': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testRuns.delete': [[401, 404, 200, 200, 404, 401, 403, 403, 404], ofRun],
  'testResults.execute': [
    [401, 404, 201, 201, 404, 401, 403, 201, 404],
    async (w) => ({ ...(await ofCase(w)), ...(await ofRun(w)), actualValue: 'ok' }),
  ],
  'testResults.executeManual': [
    [401, 404, 201, 201, 404, 401, 403, 201, 404],
    async (w) => ({ ...(await ofCase(w)), ...(await ofRun(w)), actualValue: 'ok' }),
  ],
  'testResults.setValue': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ resultId: (await w.result()).id, actualValue: 'ok' }),
  ],
  'testResults.find': [[401, 404, 200, 200, 404, 401, 403, 200, 404], (w) => w.addressOfResult()],
  'testResults.listInRun': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testResults.readMany': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => {
      const { id, testRunId } = await w.result()
      return { testRunId, resultIds: [id] }
    },
  ],
  'testResults.match': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testResults.nextPending': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testResults.newFailures': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testResults.recordMany': [
    [401, 404, 201, 201, 404, 401, 403, 201, 404],
    async (w) => ({ ...(await ofRun(w)), results: [{ testCaseId: (await w.testCase()).id, actualValue: 'ok' }] }),
  ],
  'testResults.setMany': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => {
      const { id, testRunId } = await w.result()
      return { testRunId, results: [{ resultId: id, status: 'skipped' }] }
    },
  ],
  'testResults.attempts': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ resultId: (await w.result()).id }),
  ],
  'quality.overview': [[401, 404, 200, 200, 404, 401, 403, 200, 404], inProject],
  'quality.suites': [[401, 404, 200, 200, 404, 401, 403, 200, 404], inProject],
  'quality.trend': [[401, 404, 200, 200, 404, 401, 403, 200, 404], inProject],
  'quality.flaky': [[401, 404, 200, 200, 404, 401, 403, 200, 404], inProject],
  'quality.cards': [[401, 200, 200, 200, 200, 401, 403, 403, 403], ({ project }) => ({ projectIds: [project.id] })],
  'quality.newFailures': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...inProject(w), testRunIds: [(await w.run()).id] }),
  ],
  'quality.caseFlakiness': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...inProject(w), testCaseIds: [(await w.testCase()).id] }),
  ],
  'attachments.address': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ id: (await w.attachment()).id }),
  ],
  'attachments.delete': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ id: (await w.attachment()).id }),
  ],
  'shares.create': [[401, 404, 201, 201, 404, 401, 403, 403, 404], ofRun],
  'shares.get': [[401, 404, 200, 200, 404, 401, 403, 403, 404], ofRun],
  'shares.end': [
    [401, 404, 200, 200, 404, 401, 403, 403, 404],
    async (w) => ({ testRunId: (await w.share()).testRunId }),
  ],
  'shares.list': [[401, 404, 403, 200, 404, 401, 403, 403, 404], ofProject],
  'shares.endAll': [[401, 404, 403, 200, 404, 401, 403, 403, 404], ofProject],
  'shares.read': [[200, 200, 200, 200, 200, 200, 200, 200, 200], async (w) => ({ token: (await w.share()).token })],
  'notices.list': [[401, 200, 200, 200, 200, 401, 403, 403, 403], () => ({})],
  'notices.unread': [[401, 200, 200, 200, 200, 401, 403, 403, 403], none],
  'notices.read': [[401, 404, 404, 200, 404, 401, 403, 403, 403], async (w) => ({ id: await w.notice() })],
  'notices.readAll': [[401, 200, 200, 200, 200, 401, 403, 403, 403], none],
  'notices.settings': [[401, 200, 200, 200, 200, 401, 403, 403, 403], none],
  'notices.setSetting': [FOR_USERS, () => ({ kind: 'assigned' as const, mail: true })],
  'notices.setDigest': [FOR_USERS, () => ({ digest: 'daily' as const })],
  'webhooks.list': [[401, 404, 403, 200, 404, 401, 403, 403, 404], ofProject],
  'webhooks.create': [
    [401, 404, 403, 201, 404, 401, 403, 403, 404],
    (w) => ({ ...ofProject(w), url: 'https://hooks.invalid/', form: 'slack' as const }),
  ],
  'webhooks.update': [FOR_OWNERS, async (w) => ({ ...(await w.webhook()), isActive: false })],
  'webhooks.delete': [[401, 404, 403, 200, 404, 401, 403, 403, 404], (w) => w.webhook()],
  'webhooks.test': [[401, 404, 403, 201, 404, 401, 403, 403, 404], (w) => w.webhook()],
  'webhooks.rotateSecret': [[401, 404, 403, 201, 404, 401, 403, 403, 404], (w) => w.webhook()],
  'webhooks.deliveries': [[401, 404, 403, 200, 404, 401, 403, 403, 404], (w) => w.webhook()],
  'webhooks.resend': [[401, 404, 403, 200, 404, 401, 403, 403, 404], (w) => w.delivery()],
  'badges.get': [[401, 404, 403, 200, 404, 401, 403, 403, 404], ofProject],
  'badges.create': [[401, 404, 403, 201, 404, 401, 403, 403, 404], ofProject],
  'badges.end': [
    FOR_OWNERS,
    async (w) => {
      await w.badge()
      return ofProject(w)
    },
  ],
  'live.project': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...inProject(w), ...(await ofRun(w)) }),
  ],
  'live.projects': [[401, 200, 200, 200, 200, 401, 403, 403, 403], none],
}
