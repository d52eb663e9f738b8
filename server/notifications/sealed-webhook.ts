import { seal, unseal } from '../auth/sealed.ts'
import type { Tokens } from '../auth/tokens.ts'

/** The secrets of a webhook. The address of a chat is one. */
type WebhookSecrets = {
  url: string
  /** Of a commit status. */
  token?: string | undefined
  /** Of a webhook. */
  secret?: string | undefined
  old?: { secret: string; until: string } | undefined
}

export type OpenWebhook = { url: string; token?: string | undefined; secrets: string[] }

const PURPOSE = 'webhook'

export const sealWebhook = (tokens: Tokens, secrets: WebhookSecrets) => seal(tokens, PURPOSE, JSON.stringify(secrets))

/** Null if the server's secret has changed. */
export function unsealWebhook(tokens: Tokens, { sealed }: { sealed: string }): WebhookSecrets | null {
  const text = unseal(tokens, PURPOSE, sealed)
  return text === null ? null : (JSON.parse(text) as WebhookSecrets)
}

/** The secrets that sign now. */
export function openWebhook({ url, token, secret, old }: WebhookSecrets, nowMs: number): OpenWebhook {
  const isOldUsed = old !== undefined && Date.parse(old.until) > nowMs
  return { url, token, secrets: [...(secret ? [secret] : []), ...(isOldUsed ? [old.secret] : [])] }
}
