import { useMutation } from '@tanstack/react-query'
import type { SignedIn } from '#shared/auth/auth.ts'
import type { CreatedPasskey, PasskeyOptions, UsedPasskey } from '#shared/auth/passkey.ts'
import { messageOf } from '#src/lib/errors.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'

/* The library is loaded with the first prompt. */

/** The address with `localhost`: browsers allow no passkeys at an IP address. */
export function addressForPasskeys(): string | undefined {
  const { protocol, hostname, port } = window.location
  return /^(127\.|\[::1\])/.test(hostname) ? `${protocol}//localhost${port && `:${port}`}` : undefined
}

/** Asks the person for a passkey. Throws a refusal in plain words. */
export async function promptForPasskey(options: PasskeyOptions): Promise<UsedPasskey> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return await startAuthentication({ optionsJSON: options as never }).catch(refuse)
}

/** Asks the person to make a passkey. */
export async function promptForNewPasskey(options: PasskeyOptions): Promise<CreatedPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return await startRegistration({ optionsJSON: options as never }).catch(refuse)
}

class PasskeyRefusal extends Error {}

/** By the name of the browser's error, which the library keeps. */
const REFUSALS: Record<string, string> = {
  NotAllowedError: 'Cancelled, or no passkey was found here. Try again',
  AbortError: 'Cancelled. Try again',
  InvalidStateError: 'This device has a passkey of your account already',
  ConstraintError: 'This device cannot check that it is you. Use another one',
  NotSupportedError: 'This device has no passkeys that work here. Use another one',
  SecurityError: 'Passkeys do not work at this address',
}

function refuse(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  throw new PasskeyRefusal(REFUSALS[name] ?? 'The passkey could not be used. Try again')
}

/** The message for a failed prompt, or for the call after it. */
export const passkeyMessage = (error: unknown, fallback: string) =>
  error instanceof PasskeyRefusal ? error.message : messageOf(error, fallback)

/** Signs in by a passkey alone. */
export function usePasskeySignIn(onSuccess: (signedIn: SignedIn) => void) {
  return useMutation({
    mutationFn: async () => {
      const { ticket, passkeyOptions } = await trpcClient.auth.startPasskeySignIn.mutate()
      const passkey = await promptForPasskey(passkeyOptions)
      return await trpcClient.auth.signInPasskey.mutate({ ticket, passkey })
    },
    onSuccess,
  })
}
