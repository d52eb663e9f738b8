import type { EventBody, Form } from '#shared/notifications/event.ts'
import { commitStatus } from './forms/commit-status.ts'
import { discordMessage } from './forms/discord.ts'
import { slackMessage } from './forms/slack.ts'
import { teamsMessage } from './forms/teams.ts'
import { messageOf } from './message.ts'
import type { OutgoingRequest } from './send-request.ts'
import { signedHeaders } from './signature.ts'
import type { OpenWebhook } from './sealed-webhook.ts'

type Attempt = { id: string; form: Exclude<Form, 'mail'>; body: string }

/** The request of an attempt. Null if the form has nothing to say about the event. */
export function renderRequest(
  { id, form, body }: Attempt,
  webhook: OpenWebhook,
  nowMs: number,
): OutgoingRequest | null {
  if (form === 'webhook')
    return {
      url: webhook.url,
      headers: { ...JSON_BODY, ...signedHeaders({ id, body, secrets: webhook.secrets }, nowMs) },
      body,
    }
  const event = JSON.parse(body) as EventBody
  if (form === 'github' || form === 'gitlab') return statusRequest(form, event, webhook)
  return { url: webhook.url, headers: JSON_BODY, body: JSON.stringify(MESSAGES[form](messageOf(event))) }
}

const JSON_BODY = { 'Content-Type': 'application/json' }
const MESSAGES = { slack: slackMessage, teams: teamsMessage, discord: discordMessage }

function statusRequest(
  form: 'github' | 'gitlab',
  event: EventBody,
  { url, token = '' }: OpenWebhook,
): OutgoingRequest | null {
  const status = commitStatus(form, event)
  if (!status) return null
  const credential: Record<string, string> =
    form === 'github'
      ? {
          Authorization: `Bearer ${token}`,
          Accept: 'application/vnd.github+json',
          'X-GitHub-Api-Version': '2022-11-28',
        }
      : { 'PRIVATE-TOKEN': token }
  return {
    url: url.replace(/\/+$/, '') + status.path,
    headers: { ...JSON_BODY, ...credential },
    body: JSON.stringify(status.body),
  }
}
