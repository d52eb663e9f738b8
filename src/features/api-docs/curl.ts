/** What the examples are filled in with; what only the reader can know stays in capitals. */
export type Values = {
  /** Where the API answers: 'https://assay.example.com/api'. */
  baseUrl: string
  projectId: string
  clientSecret: string
  testSuiteId: string
  testCaseId: string
  testRunId: string
}

export type Example = {
  title: string
  method: 'GET' | 'POST'
  /** Relative to the API base, with the names of values in braces. */
  path: string
  /** Whose call it is: a person's, by access token, the project's own, or anyone's. */
  by: 'person' | 'project' | 'anyone'
  body?: Record<string, unknown>
  /** What comes back, in a few words. */
  answers: string
}

const AUTHORIZATION = {
  anyone: () => [],
  person: () => ['-H "Authorization: Bearer $ACCESS_TOKEN"'],
  project: ({ projectId, clientSecret }: Values) => [`-u ${quoted(`${projectId}:${clientSecret}`)}`],
}

/** The call as a command that can be pasted into a shell. */
export function toCurl({ method, path, by, body }: Example, values: Values): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(values.baseUrl + fillIn(path, values))}`,
    ...AUTHORIZATION[by](values),
    ...(body
      ? ["-H 'Content-Type: application/json'", `-d ${quoted(fillIn(JSON.stringify(body, null, 2), values))}`]
      : []),
  ]
  return lines.join(' \\\n  ')
}

/** Puts the values where a text names them in braces. */
export function fillIn(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (braces, name) => values[name as keyof Values] ?? braces)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
