import { expect } from 'vitest'

const USER = 'id name email isAdmin isActive mustResetPassword createdAt'
const RUN =
  'id ref projectId key description status createdAt completedAt durationMs createdBy branch commit environment buildUrl ' +
  'milestone isPinned summary'
const SNAPSHOT =
  'id ref revision name preconditions description testSuiteId type expectedValueType expectedValue priority ' +
  'tags references'
const OUTCOME =
  'status isStatusByHand expectedValue actualValue errorMessage trace notes defects executionTimeMs startedAt executedAt ' +
  'executedBy steps'
const CASE = `${SNAPSHOT} automationKey steps number createdAt updatedAt updatedBy attachments`
const RESULT = `id testRunId ref testCase ${OUTCOME} attempts flaky assignee attachments`

/** The exact fields of each entity. */
const FIELDS = {
  User: USER,
  ListedUser: `${USER} hasPassword secondFactors providers`,
  UserMatch: 'id name email',
  Person: 'id name',
  Project: 'id name description issueUrl createdAt clientSecret userRole memberCount testSuites',
  Member: 'id userId role joinedAt user',
  PendingInvite: 'id email createdAt expiresAt invitedBy',
  SuiteListItem: 'id name description projectId number createdAt testCaseCount',
  Suite: 'id name description projectId number createdAt testCaseCount testCases',
  Case: CASE,
  CaseDetail: `${CASE} externalKey extras`,
  Revision:
    'revision changedAt changedBy testSuiteId name type expectedValueType expectedValue description preconditions steps ' +
    'priority tags references extras',
  RunListItem: RUN,
  Run: `${RUN} extras results`,
  Summary: 'total passed failed error pending skipped flaky',
  Result: RESULT,
  CaseResult: `${RESULT} testRun`,
  Snapshot: `${SNAPSHOT} number testSuite`,
  SnapshotSuite: 'id name number',
  RunOfResult: 'id ref description status branch environment createdAt',
  AttachmentItem: 'id name type size',
  Attachment: 'id name type size createdAt createdBy',
  ReportAnswer: 'testRun format declared read created matched recorded attempts ignored warnings attachments',
  RecordedResult: 'resultId testCaseId status attempts flaky',
  AnsweredEntry: 'resultId result refusal',
  Attempt: `number ${OUTCOME} extras`,
}

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Asserts that an answer has exactly the fields of an entity, UUIDv7 ids and ISO 8601 times with milliseconds. */
export function expectEntity(kind: keyof typeof FIELDS, entity: unknown): void {
  const record = entity as Record<string, unknown>
  expect(Object.keys(record).toSorted(), kind).toEqual(FIELDS[kind].split(' ').toSorted())
  for (const [field, value] of Object.entries(record)) {
    if (value === null) continue
    if (/^id$|Id$/.test(field)) expect(value, `${kind}.${field}`).toMatch(UUID_V7)
    if (field.endsWith('At')) expect(value, `${kind}.${field}`).toMatch(TIME)
  }
}

export function expectEntities(kind: keyof typeof FIELDS, entities: unknown[]): void {
  expect(entities.length, `a list of ${kind}`).toBeGreaterThan(0)
  for (const entity of entities) expectEntity(kind, entity)
}
