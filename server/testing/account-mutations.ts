import { expect } from 'vitest'
import { seal } from '../auth/sealed.ts'
import { addApp, codeOf } from './second-factors.ts'
import { addIdentity } from './identities.ts'
import { addPasskey, Authenticator } from './authenticator.ts'
import type { Step } from './credential-mutations.ts'
import type { Answer, Person, TestServer } from './server.ts'

type Given = {
  server: TestServer
  does: (call: () => Promise<Answer>) => Step
  /** With a fresh member of the project. */
  withMember: (call: (person: Person) => Promise<Answer>) => Step
  people: () => { olga: Person; ada: Person }
}

/** The mutations of sessions, passwords and erasures. */
export function accountMutations({ server, does, withMember, people }: Given): Record<string, Step> {
  return {
    'sessions.end': withMember(async (person) => {
      const { email, password } = person
      const { body } = await server.post('/auth/sign-in', { email, password })
      const other = { authorization: `Bearer ${body.accessToken}` }
      return await server.delete(`/auth/sessions/${(await server.get('/auth/sessions', other)).body[0].id}`, person)
    }),
    'sessions.endOthers': withMember((person) => server.delete('/auth/sessions', person)),
    'sessions.signOutUser': withMember(({ id }) => server.post(`/admin/users/${id}/sign-out`, undefined, people().ada)),
    'auth.signInSecondFactor': withMember(async (person) => {
      const { recoveryCodes } = await addApp(server, person)
      const { email, password } = person
      const { ticket } = (await server.post('/auth/sign-in', { email, password })).body.secondFactor
      return await server.post('/auth/sign-in/second-factor', { ticket, recoveryCode: recoveryCodes[0] })
    }),
    'auth.changeProfile': withMember((person) => server.patch('/auth/profile', { name: 'Another' }, person)),
    // Without a provider.
    'auth.signInOidc': async () => async () =>
      expect((await server.post('/auth/sign-in/oidc', { ticket: 'wrong' })).status).toBe(401),
    'identities.connect': async () => async () =>
      expect((await server.post('/auth/identities/none/start', undefined, people().olga)).status).toBe(404),
    'identities.disconnect': withMember(async (person) => {
      const { id } = await addIdentity(server, person)
      return await server.delete(`/auth/identities/${id}`, person)
    }),
    // Nothing is written.
    'auth.startPasskeySignIn': does(() => server.post('/auth/sign-in/passkey/options')),
    'auth.signInPasskey': withMember(async (person) => {
      const device = new Authenticator({ origin: server.url })
      await addPasskey(server, person, device)
      const { ticket, passkeyOptions } = (await server.post('/auth/sign-in/passkey/options')).body
      return await server.post('/auth/sign-in/passkey', { ticket, passkey: device.get(passkeyOptions) })
    }),
    'auth.startConfirm': withMember((person) => server.post('/auth/confirm/options', undefined, person)),
    'auth.confirm': withMember((person) => server.post('/auth/confirm', { password: person.password }, person)),
    'factors.startTotp': withMember((person) => server.post('/auth/factors/totp', undefined, person)),
    'factors.confirmTotp': withMember(async (person) => {
      const { secret, ticket } = (await server.post('/auth/factors/totp', undefined, person)).body
      return await server.post('/auth/factors/totp/confirm', { ticket, code: codeOf(secret) }, person)
    }),
    'factors.startPasskey': withMember((person) => server.post('/auth/factors/passkey', undefined, person)),
    'factors.confirmPasskey': withMember(async (person) => {
      const device = new Authenticator({ origin: server.url })
      const { ticket, passkeyOptions } = (await server.post('/auth/factors/passkey', undefined, person)).body
      const passkey = device.create(passkeyOptions)
      return await server.post('/auth/factors/passkey/confirm', { ticket, passkey }, person)
    }),
    'factors.remove': withMember(async (person) => {
      const { id } = await addApp(server, person)
      return await server.delete(`/auth/factors/${id}`, person)
    }),
    'factors.createRecoveryCodes': withMember(async (person) => {
      await addApp(server, person)
      return await server.post('/auth/recovery-codes', undefined, person)
    }),
    'factors.reset': withMember(({ id }) => server.post(`/admin/users/${id}/reset-factors`, undefined, people().ada)),
    'admin.changeSettings': does(() => server.patch('/admin/settings', { passwordPolicy: 'spec' }, people().ada)),
    'admin.resetUserPassword': withMember(({ id }) =>
      server.post(`/admin/users/${id}/reset-password`, undefined, people().ada),
    ),
    'erasure.eraseMe': withMember((person) => server.post('/auth/erase', { password: person.password }, person)),
    'erasure.eraseById': withMember(({ id }) => server.post(`/admin/users/${id}/erase`, undefined, people().ada)),
    // Without mail.
    'auth.forgotPassword': async () => async () =>
      expect((await server.post('/auth/forgot-password', { email: people().olga.email })).status).toBe(403),
    'auth.setForgottenPassword': withMember(({ id }) => {
      const link = { userId: id, version: 0, expiresAt: new Date(Date.now() + 60_000).toISOString() }
      const token = seal(server.services.tokens, 'forgotten password', JSON.stringify(link))
      return server.post('/auth/set-forgotten-password', { token, newPassword: 'another' })
    }),
  }
}
