import { CaseFields, newFields } from '#shared/test-cases/test-case.ts'
import { AUTH_ENTITIES, AUTH_REQUESTS } from './auth-examples.ts'

/* document.test.ts parses every example with its schema. */

const [userId, projectId, testSuiteId, testCaseId, testRunId, resultId, assigneeId] = [1, 2, 3, 4, 5, 6, 7].map(
  (n) => `019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b0${n}`,
) as [string, string, string, string, string, string, string]
const at = '2026-01-31T12:00:00.000Z'

/** Example request bodies by procedure, without the fields of the path. */
export const REQUEST_EXAMPLES = {
  ...AUTH_REQUESTS,
  'projects.create': { name: 'Checkout', description: 'Cart, payment and receipt' },
  'invites.create': { email: 'ben@example.com' },
  'admin.createUser': { email: 'ben@example.com', name: 'Ben', isAdmin: false },
  'testSuites.create': { name: 'Payments', projectId },
  'testCases.create': {
    name: 'Answers 200 to a valid card',
    testSuiteId,
    type: 'manual',
    expectedValueType: 'number',
    expectedValue: '200',
  },
  'testCases.update': { steps: [{ action: 'Pay with the card 4242', expected: 'A receipt is shown' }] },
  'testCases.updateMany': {
    ids: [testCaseId],
    set: { priority: 'high' },
    addTags: ['smoke'],
    moveTo: { testSuiteId, position: 1 },
  },
  'testCases.undo': { changeId: '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b0c' },
  'testCases.copyMany': { ids: [testCaseId], testSuiteId },
  'quarantine.add': { reason: 'Times out when the payment provider is slow; BUG-123' },
  'testRuns.start': { description: 'Build 123', branch: 'main', commit: '5f0c2a9', selection: { tags: ['smoke'] } },
  'testRuns.update': { milestone: 'Release 2', branch: 'main' },
  'testRuns.countSelected': { selection: { tags: ['smoke'], priorities: ['high', 'critical'] } },
  'testRuns.complete': { status: 'completed' },
  'testResults.execute': { testRunId, actualValue: '200', executionTimeMs: 41.5 },
  'testResults.executeManual': { testRunId, actualValue: '200', notes: 'Seen in the browser' },
  'testResults.recordMany': {
    results: [
      { testCaseId, actualValue: '200', executionTimeMs: 41.5 },
      { suiteName: 'Payments', caseName: 'Answers 402 to an empty card', errorMessage: 'Connection refused' },
    ],
  },
  'testResults.setMany': {
    results: [
      { resultId, status: 'skipped', notes: 'No test system today', defects: ['PAY-123'] },
      { resultId: '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6b', actualValue: '200' },
    ],
  },
  'testResults.setValue': { actualValue: '200', baseAttempt: 0 },
}

const user = {
  id: userId,
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  isAdmin: true,
  isActive: true,
  mustResetPassword: false,
  createdAt: at,
}

const { automationKey, steps, ...content } = CaseFields.parse(
  newFields({
    name: 'Answers 200 to a valid card',
    expectedValueType: 'number',
    expectedValue: '200',
    automationKey: 'C123',
    steps: [{ action: 'Pay with the card 4242', expected: 'A receipt is shown' }],
    priority: 'high',
    tags: ['smoke', 'Payments'],
    references: ['PAY-123'],
  }),
)

const testCase = {
  id: testCaseId,
  ref: 'C12',
  ...content,
  automationKey,
  steps,
  testSuiteId,
  number: 1,
  revision: 3,
  createdAt: at,
  updatedAt: at,
  updatedBy: { id: userId, name: 'Ada Lovelace' },
  attachments: [],
}

const testSuite = {
  id: testSuiteId,
  name: 'Payments',
  description: null,
  projectId,
  number: 1,
  createdAt: at,
  testCaseCount: 1,
}

const testResult = {
  id: resultId,
  testRunId,
  ref: 'C12',
  testCase: {
    id: testCaseId,
    ref: 'C12',
    revision: 3,
    ...content,
    number: 1,
    testSuiteId,
    testSuite: { id: testSuiteId, name: 'Payments', number: 1 },
  },
  status: 'passed',
  isStatusByHand: false,
  expectedValue: '200',
  actualValue: '200',
  errorMessage: null,
  trace: null,
  notes: null,
  defects: [],
  executionTimeMs: 41.5,
  startedAt: at,
  executedAt: at,
  executedBy: { id: userId, name: 'Ada Lovelace' },
  steps: steps.map((step) => ({ ...step, status: 'passed', note: null })),
  attempts: 1,
  flaky: false,
  assignee: { id: assigneeId, name: 'Grace Hopper' },
  attachments: [],
}

const testRun = {
  id: testRunId,
  ref: 'R7',
  projectId,
  key: 'build-123',
  description: 'Build 123',
  status: 'running',
  createdAt: at,
  completedAt: null,
  durationMs: null,
  createdBy: { id: userId, name: 'Ada Lovelace' },
  branch: 'main',
  commit: '5f0c2a9',
  environment: 'staging',
  buildUrl: 'https://ci.example.com/builds/123',
  milestone: 'Release 2',
  isPinned: false,
  summary: { total: 1, passed: 1, failed: 0, error: 0, pending: 0, skipped: 0, flaky: 0 },
}

const comparedResult = {
  id: resultId,
  testRunId,
  status: 'failed',
  flaky: false,
  executionTimeMs: 41.5,
  actualValue: '500',
  errorMessage: null,
  defects: ['PAY-123'],
  executedAt: at,
  testCase: {
    id: testCaseId,
    ref: 'C12',
    number: '1.1',
    name: content.name,
    type: content.type,
    testSuite: { id: testSuiteId, name: 'Payments' },
  },
  isQuarantined: false,
}

const comparison = {
  with: { ...testRun, key: 'build-122', description: 'Build 122', status: 'completed', completedAt: at },
  counts: {
    newFailures: 1,
    fixed: 0,
    stillFailing: 0,
    added: 0,
    vanished: 0,
    flaky: 0,
    slower: 0,
    unchanged: 47,
    quarantined: 0,
  },
  changes: [{ kind: 'newFailures', result: comparedResult, before: null }],
}

const healthCase = {
  id: testCaseId,
  ref: 'C12',
  name: 'Answers 200 to a valid card',
  testSuite: { id: testSuiteId, name: 'Payments' },
}

const quarantinedCase = {
  testCase: healthCase,
  reason: 'Times out when the payment provider is slow; BUG-123',
  quarantinedAt: at,
  quarantinedBy: { id: userId, name: 'Ada Lovelace' },
}

const failureOfRun = { testRunId, runName: 'Build 123', resultId, errorMessage: 'Answered 500' }
const flakyCase = {
  testCase: healthCase,
  runs: 30,
  executions: 34,
  flips: 4,
  passedOnRetry: 3,
  score: 0.5,
  volume: 15,
  lastFlakyAt: at,
  lastFlake: failureOfRun,
  isQuarantined: false,
}
const counts = testRun.summary
const trendPoint = { run: testRun, summary: counts, durationMs: 61_000, newFailures: 1 }
const qualitySuite = {
  id: testSuiteId,
  name: 'Payments',
  number: 1,
  testCases: 1,
  lastRunAt: at,
  notRunIn14Days: 0,
  cells: [counts, null],
}

const project = {
  id: projectId,
  name: 'Checkout',
  description: 'Cart, payment and receipt',
  issueUrl: 'https://tracker.example.com/browse/{key}',
  createdAt: at,
  clientSecret: null,
  userRole: 'qa_tester',
  memberCount: 2,
}

/** Example entities by component name. */
export const ENTITY_EXAMPLES: Record<string, object> = {
  User: user,
  ...AUTH_ENTITIES,
  CreatedUser: { ...user, isAdmin: false, tempPassword: 'k3JtQ0x1Zb2nW8vR5cY7' },
  ProjectListItem: { ...project, testSuites: [testSuite] },
  Project: { ...project, testSuites: [{ ...testSuite, testCases: [testCase] }] },
  TestSuiteListItem: testSuite,
  TestSuite: { ...testSuite, testCases: [testCase] },
  TestCase: testCase,
  TestRunListItem: testRun,
  TestRun: { ...testRun, extras: {}, results: [testResult] },
  TestResult: testResult,
  Comparison: comparison,
  QuarantinedTestCase: quarantinedCase,
  TrendPoint: trendPoint,
  FlakyCase: flakyCase,
  QualitySuite: qualitySuite,
  Quality: {
    runsToCount: 0,
    trend: [trendPoint],
    numbers: {
      passRate: 0.96,
      passRateBefore: 0.98,
      failing: 2,
      newFailures: 1,
      flakyQuarantined: 0,
      brokenBefore: 0,
      flaky: 1,
      broken: 1,
      quarantined: 0,
      notRunIn14Days: 0,
      testCases: 1,
    },
    failing: [
      {
        testCase: healthCase,
        resultId,
        errorMessage: 'Answered 500',
        isNew: true,
        isQuarantined: false,
        since: { testRunId, runName: 'Build 123', at },
        by: { id: userId, name: 'Ada Lovelace' },
      },
    ],
    brokenBefore: [],
    broken: [
      {
        testCase: healthCase,
        since: { testRunId, runName: 'Build 123', at },
        lastPassedAt: '2026-01-30T12:00:00.000Z',
        by: { id: userId, name: 'Ada Lovelace' },
        resultId,
        testRunId,
        errorMessage: 'Answered 500',
      },
    ],
    newFailures: [{ testCase: healthCase, ...failureOfRun, at }],
    slowest: [{ testCase: healthCase, medianMs: 2_350, runs: 30 }],
    flakiest: [flakyCase],
    runs: [{ id: testRunId, name: 'Build 123', createdAt: at }],
    suites: [{ ...qualitySuite, cells: [counts] }],
    suitesTotal: 1,
    waiting: { pending: 2, runs: [{ id: testRunId, name: 'Build 123', pending: 2 }] },
  },
  ProjectHealth: {
    projectId,
    lastRun: testRun,
    passRate: 0.96,
    newFailures: 1,
    flaky: 1,
    spark: [{ passRate: 0.96, failing: 2 }],
    waiting: 2,
    runsToCount: 0,
  },
  RunNewFailures: { testRunId, newFailures: 1 },
  CaseHealth: {
    testCaseId,
    recent: [
      {
        testRunId,
        runName: 'Build 123',
        resultId,
        status: 'passed',
        flaky: false,
        executedAt: at,
        executionTimeMs: 41.5,
      },
    ],
    score: 0.1,
    runs: 30,
    flips: 2,
    passedOnRetry: 0,
    isFlaky: true,
    isBroken: false,
    lastRunAt: at,
  },
  ApiError: {
    message: 'Project name is required',
    code: 'BAD_REQUEST',
    issues: [{ path: ['name'], message: 'Project name is required' }],
  },
  ResultConflict: {
    message: 'Ada Lovelace has set "200" since you read this result',
    code: 'CONFLICT',
    current: testResult,
  },
}
