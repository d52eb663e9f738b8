import { readFileSync } from 'node:fs'
import type { Installation } from './testing-installation.ts'

/** The number of records per kind that are read one by one. */
const SAMPLE = 12

/** Answers and tags of every GET of the API, as Ada and as her project, by path. */
export async function readEverything(url: string, installation: Installation): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>()
  const read = async (path: string, authorization = `Bearer ${installation.token}`) => {
    const response = await fetch(`${url}/api${path}`, { headers: { authorization } })
    const { status, headers } = response
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
    // The documents contain the server's own address.
    const body: any = isJson ? JSON.parse(bytes.toString().replaceAll(url, 'http://assay')) : bytes.toString('base64')
    answers.set(`${path} as ${authorization.split(' ', 1)[0]}`, { status, etag: headers.get('etag'), body })
    return body
  }
  const ids = await collectIds(read)
  const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
  const ofReads = Object.keys(paths).filter((path) => 'get' in paths[path])
  for (const path of ofReads.flatMap((pattern) => pathsOf(pattern, ids, installation))) {
    await read(path)
    await read(path, installation.credential)
  }
  return answers
}

type Kind = 'project' | 'user' | 'suite' | 'case' | 'run' | 'result' | 'attachment'
type Ids = Record<Kind, string[]> & { named: string[] }

async function collectIds(read: (path: string) => Promise<any>): Promise<Ids> {
  const idsOf = (records: { id: string }[]) => records.map(({ id }) => id)
  const project = idsOf(await read('/projects'))
  const run = (await Promise.all(project.map((id) => read(`/test-runs/project/${id}`)))).flatMap(idsOf)
  const results = (await Promise.all(run.map((id) => read(`/test-runs/${id}`)))).flatMap(({ results }) =>
    sample<any>(results),
  )
  const suites = await read('/test-suites')
  return {
    project,
    run,
    user: idsOf(await read('/admin/users')),
    suite: idsOf(suites),
    case: sample(suites.flatMap(({ testCases }: any) => idsOf(testCases))),
    result: sample(idsOf(results)),
    attachment: results.flatMap(({ attachments }) => idsOf(attachments)),
    named: sample(results).flatMap(({ testRunId, testCase }) =>
      project.map(
        (id) =>
          `/test-runs/${testRunId}/project/${id}/test-suites/${testCase.testSuiteId}/test-cases/${encodeURIComponent(testCase.name)}`,
      ),
    ),
  }
}

function sample<T>(all: T[]): T[] {
  return all.filter((_, index) => index % Math.ceil(all.length / SAMPLE) === 0)
}

/** The URLs for a path of the API document, with real ids. */
function pathsOf(pattern: string, ids: Ids, { inviteToken }: Installation): string[] {
  if (pattern === '/invite/validate') return [`${pattern}?token=${inviteToken}`]
  if (pattern === '/users/search') return [`${pattern}?email=example`]
  if (pattern.includes('{caseName}')) return ids.named
  // Each answer has a signature, or the time, of its own, or is given only soon after a sign-in.
  if (
    /^\/(auth\/factors|auth\/recovery-codes|attachments\/\{id\}\/address|auth\/export|admin\/users\/\{id\}\/export)$/.test(
      pattern,
    )
  )
    return []
  const [parameter] = /\{\w+\}/.exec(pattern) ?? []
  if (parameter === undefined) return [pattern]
  const kind = /\/(project|user|test-suite|test-case|test-run|result|attachment)s?\/\{\w+\}/
    .exec(pattern)?.[1]
    ?.replace('test-', '') as keyof Ids | undefined
  // No answer contains the tokens of links.
  const known = kind === undefined ? ['unknown'] : ids[kind]
  return known.map((id) => pattern.replace(parameter, id))
}
