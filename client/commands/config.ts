import { type CredentialFlags, readCredentials, writeCredentials } from '../credentials.ts'
import type { Session } from '../session.ts'

/** Writes the credentials from flags, environment and the present file into the file. */
export async function setConfig({ output }: Session, flags: CredentialFlags): Promise<void> {
  const file = await writeCredentials(await readCredentials(flags), flags)
  output.result([`Written to ${file}`], { file })
}
