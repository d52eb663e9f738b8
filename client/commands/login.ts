import { TOKEN_PATTERN } from '#shared/api-tokens/api-token.ts'
import { connectWith } from '../connection.ts'
import { readAddress, storeToken } from '../credentials.ts'
import { usageFailure } from '../failures.ts'
import { readHidden } from '../hidden-input.ts'
import type { GlobalFlags, Session } from '../session.ts'

const WHOLE_TOKEN = new RegExp(`^${TOKEN_PATTERN.source}$`)

/** Stores a token that the person created in the browser. */
export async function login({ output }: Session, flags: GlobalFlags): Promise<void> {
  const address = await readAddress(flags)
  output.note(`Create a token at ${address.url}/profile and paste it here. It is not shown.`)
  const token = (await readHidden('Token: ')).trim()
  if (!WHOLE_TOKEN.test(token)) throw usageFailure('this is not a token: it starts with assay_pat_ or assay_prj_')
  const connection = connectWith({ projectId: '', ...address, token }, flags, (text) => output.note(text))
  const { kind, name, verbs, projectId, expiresAt } = await connection.call((client) =>
    client.apiTokens.current.query(),
  )
  const file = await storeToken(flags, { ...address, ...(projectId !== null && { projectId }) }, { kind, token })
  const lines = [`Signed in with the token ${name} (${verbs.join(', ')}), which expires ${expiresAt.slice(0, 10)}`]
  output.result([...lines, `Written to ${file}`], { kind, name, verbs, projectId, expiresAt, file })
}
