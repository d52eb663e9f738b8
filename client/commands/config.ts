import { type CredentialFlags, readCredentials, writeCredentials } from '../credentials.ts'
import type { Session } from '../session.ts'

/** Keeps the credentials given by flags, environment and the file so far, in the file. */
export async function setConfig({ output }: Session, flags: CredentialFlags): Promise<void> {
  const file = await writeCredentials(await readCredentials(flags), flags)
  output.result([`Written to ${file}`], { file })
}
