import type { OpenApiVersion, Schema } from './schema.ts'

/*
 * What the fields of bodies mean, by field or by component and field. Only for fields that say no more than their name;
 * a description beside the schema in shared/ wins.
 */

const FIELDS: Record<string, string> = {
  accessToken: 'A bearer token; valid for seven days, or until the password or the account changes',
  actualValue: 'What the test found, as text',
  activeUsers: 'How many accounts are active',
  adminUsers: 'How many accounts are administrators',
  createdAt: 'When it was created',
  clientSecret: "The new password of the project's own credential",
  completedAt: 'When the run ended; null while it is running',
  count: 'How many there were',
  currentPassword: 'The password of the account, or the temporary one',
  description: 'What it is about, in a few words',
  element: 'The kind of element',
  email: 'Email address',
  enabled: 'Whether people may sign up',
  errorMessage: 'Why the test could not give a value, or why it failed',
  executedAt: 'When the result was recorded; null while it is pending',
  executionTimeMs: 'How long the execution took, in milliseconds',
  expectedValue: 'What the test should find, as text',
  expectedValueType: 'How the values are compared',
  expiresAt: 'When the link ends',
  id: 'Id, a UUID of version 7',
  invitedBy: 'Who invited; null after the account was deleted',
  inviteLink: 'The address to send to the invited person. No later call returns it',
  isActive: 'Whether the account may sign in',
  isAdmin: 'Whether the user administers the site',
  joinedAt: 'When the user joined',
  memberCount: 'How many members the project has, its owner included',
  message: 'What happened, for users',
  mustResetPassword: 'Whether the password must be replaced before anything else',
  name: 'Name',
  newPassword: 'The password from now on',
  notes: 'Remarks of the tester',
  number: '1-based position',
  password: 'The password, as typed',
  preconditions: 'What must be true before the test',
  projectId: 'Id of the project',
  projectName: 'Name of the project',
  reason: 'Why',
  result: 'The result',
  resultId: 'Id of the result',
  results: 'The results of the run by suite and case',
  sendInvite: 'Accepted and without effect',
  signupEnabled: 'Whether people may sign up',
  signup_enabled: 'Whether people may sign up',
  startedAt: 'When the execution began, with its time zone',
  status: 'The status',
  suiteId: 'Id of the suite',
  suites: 'The suites of the run, with their counts',
  tempPassword: 'A generated password, when none was given. No later call returns it',
  testCaseCount: 'How many cases it has',
  testCaseId: 'Id of the case',
  testCases: 'Its cases, in order',
  testRunId: 'Id of the run',
  testSuiteCount: 'How many suites the project has',
  testSuiteId: 'Id of the suite',
  testSuites: 'Its suites, in order',
  token: 'The token of the invite link',
  total: 'All results',
  totalProjects: 'How many projects there are',
  totalUsers: 'How many accounts there are',
  trace: 'Where it went wrong, as the test framework printed it: up to 50,000 characters',
  type: '`manual` or `auto`',
  userId: 'Id of the user',
  userRole: "The caller's role",
  warnings: 'What a reader of the report should know',
  passed: 'Results that passed',
  failed: 'Results that failed',
  error: 'Results without a value because of an error',
  pending: 'Results that are not recorded yet',
  skipped: 'Results that were skipped',
  flaky: 'Whether it passed only after an execution in this run had failed',
  role: 'The role in the project',
  code: 'A code for programs',
  current: 'The result as it is now',
  format: 'The format of the report',
  summary: 'How many results have which status',
  testCase: 'The case, as it was at the start of the run',
  testRun: 'The run of the result',
  testSuite: 'The suite, as it was at the start of the run',
  user: 'The account',
  'Attempt.number': '1-based position among the attempts of the result',
  'RecordedResult.attempts': 'How often the case was executed in this run',
  'RecordedResults.results': 'The outcomes, in the order of the request',
  'TestResultsRecordManyRequest.results': 'The executions: 1 to 5,000',
  'TestResultsSetManyRequest.results': 'The changes: 1 to 5,000',
  'TestResultsExecuteRequest.status': 'The status, when the values do not say it',
  'ReportAnswer.ignored': 'What was read but not recorded',
  'ReportCheck.ignored': 'What is read but not recorded',
  'ReportAnswer.testRun': 'The run with this report',
  'TestCase.number': '1-based position in the suite',
}

/** Gives every field a description, in place. In 3.0 a reference may have no siblings; its component is described. */
export function describeFields(schemas: Record<string, Schema>, version: OpenApiVersion): void {
  for (const [component, { properties = {} }] of Object.entries(schemas))
    for (const [field, schema] of Object.entries(properties as Record<string, Schema>)) {
      if (version === '3.0.3' && '$ref' in schema) continue
      const [inner] = (schema['anyOf'] ?? []) as Schema[]
      const fallback = FIELDS[`${component}.${field}`] ?? FIELDS[field]
      const description = schema['description'] ?? inner?.['description'] ?? fallback
      delete inner?.['description']
      if (description !== undefined) schema['description'] = description
    }
}
