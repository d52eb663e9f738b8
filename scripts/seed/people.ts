import { apiOf, type Call } from './api.ts'

export const PASSWORD = 'assay-demo'
const PEOPLE = ['Ada Lovelace', 'Ben Okafor', 'Chen Li']

/** A session lasts seven days, the demo several weeks. */
const SESSION_MS = 6 * 86_400_000

export type DemoPerson = { id: string; email: string; call: Call }

export async function signUpAll(url: string): Promise<DemoPerson[]> {
  const people = []
  for (const name of PEOPLE) people.push(await signUp(url, name))
  return people
}

/** Calls with the project's own credential, as a nightly job makes them. */
export function machineOf(url: string, project: { id: string; clientSecret: string }): Call {
  const credential = Buffer.from(`${project.id}:${project.clientSecret}`).toString('base64')
  return apiOf(url, credential, 'Basic')
}

async function signUp(url: string, name: string): Promise<DemoPerson> {
  const email = `${name.split(' ', 1)[0]?.toLowerCase()}@example.com`
  const { accessToken, user } = await apiOf(url)('POST', '/auth/sign-up', { name, email, password: PASSWORD })
  let session = { call: apiOf(url, accessToken), since: Date.now() }
  const call: Call = async (...request) => {
    if (Date.now() - session.since > SESSION_MS) session = await signIn(url, email)
    return await session.call(...request)
  }
  return { id: user.id, email, call }
}

async function signIn(url: string, email: string) {
  const { accessToken } = await apiOf(url)('POST', '/auth/sign-in', { email, password: PASSWORD })
  return { call: apiOf(url, accessToken), since: Date.now() }
}
