/** The values of the examples. Unknown ones are placeholders in capitals. */
export type Values = {
  /** 'https://assay.example.com/api' */
  baseUrl: string
  projectId: string
  clientSecret: string
  testSuiteId: string
  testCaseId: string
  testRunId: string
}

export type Example = {
  title: string
  /** Method and path. The path is relative to the base URL, with the names of values in braces. */
  call: `${'GET' | 'POST'} /${string}`
  /** The credentials: a person's access token, the project's id and secret (default), or none. */
  by?: 'person' | 'project' | 'anyone'
  body?: Record<string, unknown>
  /** Completes the sentence 'Answers …'. */
  answers: string
}

const AUTHORIZATION = {
  anyone: () => [],
  person: () => ['-H "Authorization: Bearer $ACCESS_TOKEN"'],
  project: ({ projectId, clientSecret }: Values) => [`-u ${quoted(`${projectId}:${clientSecret}`)}`],
}

export function toCurl({ call, by = 'project', body }: Example, values: Values): string {
  const { method, path } = splitCall({ call })
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(values.baseUrl + fillIn(path, values))}`,
    ...AUTHORIZATION[by](values),
    ...(body
      ? ["-H 'Content-Type: application/json'", `-d ${quoted(fillIn(JSON.stringify(body, null, 2), values))}`]
      : []),
  ]
  return lines.join(' \\\n  ')
}

export function splitCall({ call }: Pick<Example, 'call'>) {
  const [method = '', path = ''] = call.split(' ')
  return { method, path }
}

export function fillIn(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (braces, name) => values[name as keyof Values] ?? braces)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
