import { generateSync } from 'otplib'
import type { Caller, TestServer } from './server.ts'

export const codeOf = (secret: string) => generateSync({ secret })

/** Another code than the present one, so that it is wrong. */
export const wrongCode = (secret: string) => String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0')

/** Adds an authenticator app to a signed-in person. */
export async function addApp(server: TestServer, as: Caller, name?: string) {
  const { secret, ticket } = (await server.post('/auth/factors/totp', undefined, as)).body
  const { status, body } = await server.post(
    '/auth/factors/totp/confirm',
    { ticket, code: codeOf(secret), ...(name && { name }) },
    as,
  )
  if (status !== 200) throw new Error(`The app was refused: ${body.message}`)
  const id = body.factor.id as string
  /** A code that was not used. Its time step was, because a test does not wait for the next one. */
  const nextCode = async () => {
    await server.services.write(null, (db) =>
      db.updateTable('factors').set({ last_step: null }).where('id', '=', id).execute(),
    )
    return codeOf(secret)
  }
  return { id, secret: secret as string, recoveryCodes: body.recoveryCodes as string[], nextCode }
}
