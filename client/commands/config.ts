import { type CredentialFlags, storeCredentials } from '../credentials.ts'
import type { Session } from '../session.ts'

/** Writes the config file from flags and its present values. Of the environment it takes only the address. */
export async function setConfig({ output }: Session, flags: CredentialFlags): Promise<void> {
  const { file, isSecretLeft } = await storeCredentials(flags)
  if (isSecretLeft)
    output.note(
      'The secret of ASSAY_CLIENT_SECRET was not stored: a secret of the environment stays there. ' +
        'To store one, give --secret -',
    )
  output.result([`Written to ${file}`], { file })
}
