import type { SignedIn } from '#shared/auth/auth.ts'
import { canUsePasskeys } from './can-use-passkeys.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { ProviderLinks } from './provider-links.tsx'
import { useSignUp } from './use-sign-up.ts'

type Props = { onSignedIn: (signedIn: SignedIn) => void; to: string }

/** How to sign in without a password here. */
export default function OtherWays({ onSignedIn, to }: Props) {
  const providers = useSignUp()?.providers
  return (
    <>
      {canUsePasskeys() && <PasskeySignIn onSignedIn={onSignedIn} />}
      {providers && <ProviderLinks providers={providers} to={to} />}
    </>
  )
}
