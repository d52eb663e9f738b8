import { request } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Attack, Victim } from './attack.ts'

/* 200 bodies that are small to send and dear to read, all at once: anonymous, with a wrong token, and with a good one. */

const COUNT = 200
const MB = 1024 * 1024
/** The default limit of a body was 4 MB. */
const UNPACKED = 4 * MB - 64

const SHAPES: Record<string, (bytes: number) => string> = {
  wide: (bytes) => `{"name":[0${',0'.repeat(bytes / 2 - 8)}]}`,
  deep: (bytes) => `{"name":${'['.repeat(bytes / 2 - 8)}${']'.repeat(bytes / 2 - 8)}}`,
  keys: (bytes) => `{${Array.from({ length: bytes / 12 }, (_, at) => `"k${at.toString(36)}":0`).join()}}`,
  objects: (bytes) => `{"name":[{}${',{}'.repeat(bytes / 3 - 8)}]}`,
  values: (bytes) => `{"actualValue":1${',"actualValue":1'.repeat(bytes / 16 - 8)}}`,
  text: (bytes) => `{"name":"${'\\u0041'.repeat(bytes / 6 - 8)}"}`,
  bomb: () => ' '.repeat(64 * MB),
}

const ENCODINGS: Record<string, (text: string) => Buffer> = {
  plain: (text) => Buffer.from(text.slice(0, 4 * MB)),
  gzip: (text) => gzipSync(text),
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
}

const addresses = ({ project }: Victim) => [
  '/api/auth/sign-in',
  '/api/invites/accept',
  '/api/projects',
  '/api/test-cases',
  `/api/test-runs/${project.testRunId}/results`,
  `/api/test-cases/${project.caseIds[0]}/execute`,
  '/api/unknown',
  '/trpc/auth.signIn',
  '/trpc/projects.create,projects.create?batch=1',
  '/trpc/unknown',
]

type Body = { headers: Record<string, string>; bytes: Buffer }

export function hostileBodies(): Attack[] {
  const bodies = Object.values(SHAPES).flatMap((make) =>
    Object.entries(ENCODINGS).map(([encoding, encode]): Body => {
      const encoded = encoding !== 'plain' && { 'content-encoding': encoding }
      return { headers: { 'content-type': 'application/json', ...encoded }, bytes: encode(make(UNPACKED)) }
    }),
  )
  const attack = (name: string, tokensOf: (token: string) => string[]): Attack => ({
    name: `${COUNT} hostile bodies, ${name}`,
    growth: 150,
    prepare: async (victim) => async () => {
      const paths = addresses(victim)
      const tokens = tokensOf(victim.user.token)
      const pick = <T>(list: T[], at: number) => list[at % list.length] as T
      const sent = Array.from({ length: COUNT }, (_, at) => {
        const { headers, bytes } = pick(bodies, at)
        const token = pick(tokens, Math.floor(at / bodies.length))
        const authorization = token && { authorization: `Bearer ${token}` }
        return send(victim.server.url + pick(paths, at), { ...headers, ...authorization }, bytes)
      })
      const counts = Map.groupBy(await Promise.all(sent), (status) => status)
      console.log(name, Array.from(counts, ([status, all]) => `${status} × ${all.length}`).join(', '))
    },
  })
  return [attack('nobody knows the caller', () => ['', 'wrong']), attack('with a token', (token) => [token])]
}

/** The status of the answer, or `closed`: a refused body may be cut off before it is sent. */
async function send(url: string, headers: Record<string, string>, bytes: Buffer): Promise<string> {
  return await new Promise((resolve) => {
    request(url, { method: 'POST', headers: { ...headers, 'content-length': bytes.length } }, (response) => {
      response.resume().once('close', () => resolve(String(response.statusCode)))
    })
      .once('error', () => resolve('closed'))
      .end(bytes)
  })
}
