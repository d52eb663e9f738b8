import type { DocumentedOperation, Parameter } from './schema.ts'

/* Every parameter has a description and an example. A description beside its schema in shared/ wins. */

const ID = '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a'

const PARAMETERS: Record<string, [description: string, example: unknown]> = {
  projectId: ['Id of the project', ID],
  testRunId: ['Id of the run', ID],
  runId: ['Id of the run', ID],
  resultId: ['Id of the result', ID],
  suiteId: ['Id of the suite', ID],
  userId: ['Id of the user', ID],
  tokenId: ['Id of the token', ID],
  dryRun: ['Whether to count only, and write nothing', true],
  skipRefused: ['Whether to import the rest if rows are refused', true],
  importId: ['Id of the import', ID],
  deletionId: ['Id of the deletion', ID],
  inviteId: ['Id of the invite', ID],
  webhookId: ['Id of the endpoint', ID],
  deliveryId: ['Id of the delivery', ID],
  caseName: ['Name of the case at the start of the run, percent-encoded', 'Answers 200 to a valid card'],
  limit: ['The size of the page. Without it, the whole list comes', 50],
  offset: ['How many entries to skip', 100],
  cursor: ['The last entry of the previous page, as its `Link` names it', ID],
  after: ['Id of the result to start after. Without it, from the first one', ID],
  assigneeId: ['Only results assigned to this user', ID],
  runs: ['How many runs count', 30],
  newlyFailed: ['True: only failed results whose case did not fail when it was last executed before this run', true],
  flaky: ['True: only results that passed only after an execution in this run had failed', true],
  q: ['Words to search for', 'refund'],
  email: ['A part of the email or name, up to 255 characters. Fewer than two characters find nobody', 'ada'],
  token: ['The token of the invite link', 'Zk3JtQ0x1Zb2nW8vR5cY7pLm'],
  status: ['Only results of this status', 'failed'],
  run: ['The key or id of the run', 'build-123'],
  description: ['Description of a new run', 'Build 123'],
  shard: ['Which part of the run this is', '3/8'],
  complete: ['Whether the run is completed', 'true'],
  name: ['The name of the file', 'Screenshot.png'],
  expires: ['When a short-lived address ends', '1767225900'],
  signature: ['The signature of a short-lived address', 'q3oV0mJ8yX1bJ2'],
  revision: ['Which revision of the case', 2],
  // Zod drops the examples of lists whose entries it reads first.
  type: ['Only cases of these types', 'manual'],
  notType: ['No cases of these types', 'auto'],
  attachments: ['Whether files that the report names follow', 'follow'],
  reports: ['Whether more reports of the shard follow', 'follow'],
  branch: ['The branch of a run', 'main'],
  commit: ['The commit of a run', '5f0c2a9'],
  environment: ['The environment of a run', 'staging'],
  isFlaky: ['Whether to list only flaky cases', true],
  build_url: ['The address of the build of a run', 'https://ci.example.com/builds/123'],
  milestone: ['The milestone of a run', 'Release 2'],
  ignoreRefs: ['Whether cases get new numbers, whatever the file says', true],
  unread: ['Whether to list only unread notices', true],
  keepRunsDays: ['How many days a run is kept', 90],
  keepAttachmentsDays: ['How many days attachments are kept', 30],
  keepTracesDays: ['How many days traces are kept', 30],
  safe: ['Whether cells are guarded against formulas', true],
  from: ['Only from this time on', '2026-01-31T12:00:00.000Z'],
  to: ['Only until this time', '2026-01-31T12:00:00.000Z'],
  createdBy: ['Id of the user who started the run', ID],
  retry: ['Whether this report is of a later attempt of the CI job', 'true'],
}

/** The meaning of `{id}` after each part of a path. */
const NOUNS: Record<string, string> = {
  projects: 'project',
  tokens: 'token',
  users: 'user',
  sessions: 'session',
  factors: 'second factor',
  identities: 'identity',
  notices: 'notice',
  'test-suites': 'suite',
  'test-suite': 'suite',
  'test-cases': 'case',
  attachments: 'attachment',
}

export function describeParameters(path: string, { parameters = [] }: DocumentedOperation): void {
  for (const parameter of parameters) {
    const [description, example] = PARAMETERS[parameter.name] ?? [idOf(path), ID]
    const { schema } = parameter
    parameter.description ??= (schema?.['description'] as string | undefined) ?? description
    delete schema?.['description']
    parameter.example ??= exampleOf(schema) ?? inListOf(schema, example)
    // Path parameters are required, even if a preprocess hides that in the schema.
    if (parameter.in === 'path') parameter.required = true
  }
}

const exampleOf = (schema: Parameter['schema']) => (schema?.['examples'] as unknown[] | undefined)?.[0]

const inListOf = (schema: Parameter['schema'], example: unknown) => (schema?.['type'] === 'array' ? [example] : example)

function idOf(path: string): string {
  const [, part = ''] = /([^/]+)\/\{id\}/.exec(path) ?? []
  return `Id of the ${NOUNS[part] ?? 'record'}`
}
