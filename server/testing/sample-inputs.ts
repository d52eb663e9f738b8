import type { World } from './world.ts'

/* Inputs of the access table about accounts. Wrong ones have the right form. */

export const newAccount = (world: World) => ({ email: world.newEmail(), name: 'New', password: 'secret' })
export const wrongPassword = () => ({ currentPassword: 'wrong', newPassword: 'secret' })
export const wrongLink = () => ({ token: 'wrong', newPassword: 'secret' })
export const wrongTicket = () => ({ ticket: 'wrong', code: '123456' })
export const wrongPasskey = () => ({
  ticket: 'wrong',
  passkey: { id: 'a', response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' } },
})
export const wrongNewPasskey = () => ({
  ticket: 'wrong',
  passkey: { id: 'a', response: { clientDataJSON: 'a', attestationObject: 'a' } },
})
