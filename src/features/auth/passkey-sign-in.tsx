import { IconKey } from '@tabler/icons-react'
import type { SignedIn } from '#shared/auth/auth.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { ErrorBox } from '#src/ui/error-box.tsx'
import { passkeyMessage, usePasskeySignIn } from './passkeys.ts'

/** Its name is not 'Sign in with…', so that one button is found by 'Sign In'. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (signedIn: SignedIn) => void }) {
  const signIn = usePasskeySignIn(onSignedIn)
  return (
    <>
      <ErrorBox message={signIn.error && passkeyMessage(signIn.error, 'Login failed')} />
      <BusyButton
        variant="default"
        leftSection={<IconKey size={16} aria-hidden />}
        isBusy={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        Use a passkey
      </BusyButton>
    </>
  )
}
