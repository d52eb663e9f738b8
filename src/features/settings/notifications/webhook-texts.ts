import { type DeliveryState, type EventType, type Form, STATUS_FORMS, type When } from '#shared/notifications/event.ts'
import type { Webhook } from '#shared/notifications/webhook.ts'

export const FORM_LABELS: Record<Form, string> = {
  webhook: 'Webhook (JSON)',
  slack: 'Slack or Mattermost',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  mail: 'Mail',
  github: 'Commit status on GitHub',
  gitlab: 'Commit status on GitLab',
}

export const EVENT_LABELS: Record<EventType, string> = {
  'run.completed': 'Run ended',
  'run.newFailures': 'Run ended with new failures',
  'run.started': 'Run started',
  'run.reopened': 'Run reopened',
  'run.deleted': 'Run deleted',
  'case.created': 'Test cases created',
  'case.updated': 'Test cases changed',
  'case.deleted': 'Test cases deleted',
  'quarantine.changed': 'Quarantine changed',
  'member.added': 'Member joined',
  'member.removed': 'Member left',
}

export const WHEN_LABELS: Record<When, string> = {
  every: 'Every ended run',
  newFailures: 'Only runs with new failures',
  turns: 'Only when runs turn red or green again',
}

export const STATE_LABELS: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

export const URL_HINTS: Record<Form, string> = {
  webhook: 'https://example.com/hooks/assay',
  slack: 'https://hooks.slack.com/services/…',
  teams: 'https://….logic.azure.com/workflows/…',
  discord: 'https://discord.com/api/webhooks/…',
  mail: 'qa@example.com',
  github: 'https://api.github.com/repos/acme/shop',
  gitlab: 'https://gitlab.com/api/v4/projects/42',
}

/** Addresses of chats are secret and long: their host tells enough. */
export const nameOf = ({ form, url }: Pick<Webhook, 'form' | 'url'>) =>
  `${FORM_LABELS[form]}, ${(form === 'mail' ? url : url !== null && URL.parse(url)?.host) || 'unknown address'}`

export function toldOf({ form, events, when, branch, environment }: Webhook): string {
  const isStatus = STATUS_FORMS.includes(form)
  const told = isStatus ? 'Runs that name a commit' : events.map((type) => EVENT_LABELS[type]).join(', ')
  const limits = [
    events.includes('run.completed') && !isStatus && when !== 'every' && WHEN_LABELS[when].toLowerCase(),
    branch && `branch ${branch}`,
    environment && `environment ${environment}`,
  ].filter(Boolean)
  return [told, ...limits].join(' · ')
}
