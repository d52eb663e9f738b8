import { z } from 'zod'
import {
  Count,
  Email,
  Id,
  Timestamp,
  id,
  isHttpUrl,
  optionalFlag,
  optionalInt,
  optionalName,
  string,
} from '../fields.ts'
import { formatNumber } from '../format.ts'
import { NAME_MAX } from '../limits.ts'
import { Cursor } from '../page.ts'
import { DELIVERY_STATES, EVENT_TYPES, type Form as FormName, FORMS, WHEN } from './event.ts'

export const WEBHOOKS_MAX = 20
const URL_MAX = 2_000
const TOKEN_MAX = 1_000
/** For so long after a new secret, both sign. */
export const ROTATION_HOURS = 24
export const LOG_DAYS = 30
export const DELIVERIES_PAGE = 50

const Events = z
  .array(z.enum(EVENT_TYPES, { error: `events must be of ${EVENT_TYPES.join(', ')}` }), {
    error: 'events must be a list',
  })
  .min(1, 'events must not be empty')
  .max(EVENT_TYPES.length, 'events has duplicates')
  .meta({
    description:
      'What it is told. Commit statuses are always told of the start, the end and the reopening of runs. A `ping` always ' +
      'reaches it',
  })

const Url = string('url')
  .trim()
  .min(1, 'url is required')
  .refine((text) => text.length <= URL_MAX, `url must be at most ${URL_MAX} characters long`)
  .refine((text) => {
    const url = URL.parse(text)
    return !url || (url.username === '' && url.password === '')
  }, 'url must not contain a user or a password')
  .meta({
    description:
      'Where to send: an http or https address without a user or a password. Of a commit status: the API address of ' +
      'the project there, as in https://api.github.com/repos/acme/shop or https://gitlab.com/api/v4/projects/42. Of a ' +
      'mail: its address. ' +
      `Up to ${formatNumber(URL_MAX)} characters. Stored encrypted`,
    examples: ['https://example.com/hooks/assay'],
  })

/** Why an address does not fit a form. */
export function addressProblem(form: FormName, url: string): string | null {
  if (form === 'mail') return Email.safeParse(url).success ? null : 'url must be a mail address'
  return isHttpUrl(url) ? null : 'url must be an http or https address'
}

const Form = z.enum(FORMS, { error: `form must be one of ${FORMS.join(', ')}` }).meta({
  description:
    'What it receives: JSON, a message for a chat (`slack` is also for Mattermost), a mail, if the server sends mails, or a commit status',
})

const settings = {
  branch: optionalName('branch').meta({ description: `Only runs of this branch. Up to ${NAME_MAX} characters` }),
  environment: optionalName('environment').meta({
    description: `Only runs of this environment. Up to ${NAME_MAX} characters`,
  }),
  when: z
    .enum(WHEN, { error: `when must be one of ${WHEN.join(', ')}` })
    .nullish()
    .meta({
      description:
        'Of which ended runs it is told: every one (default), those with new failures, or those that turn from ' +
        'passed to failed or back',
    }),
  isActive: optionalFlag('isActive').meta({ description: 'Whether it is told anything. Default true' }),
  token: string('token')
    .trim()
    .refine((text) => text.length <= TOKEN_MAX, `token must be at most ${TOKEN_MAX} characters long`)
    .refine((text) => /^[\x21-\x7e]*$/.test(text), 'token must be printable ASCII without spaces')
    .nullish()
    .meta({
      description:
        `For commit statuses: a token that may write them, up to ${formatNumber(TOKEN_MAX)} characters of ASCII without spaces. ` +
        'Stored encrypted; no call returns it',
    }),
}

export const CreateWebhook = z.object({ id: id('id'), url: Url, form: Form, events: Events.optional(), ...settings })
export type CreateWebhook = z.infer<typeof CreateWebhook>

export const UpdateWebhook = z.object({
  id: id('id'),
  webhookId: id('webhookId'),
  url: Url.optional(),
  events: Events.optional(),
  ...settings,
})
export type UpdateWebhook = z.infer<typeof UpdateWebhook>

export const WebhookInput = z.object({ id: id('id'), webhookId: id('webhookId') })
export type WebhookInput = z.infer<typeof WebhookInput>

export const Webhook = z
  .object({
    id: Id,
    url: z.string().nullable().meta({
      description: 'Null if it cannot be decrypted, because JWT_SECRET has changed: enter it again',
    }),
    form: z.enum(FORMS).meta({ description: 'What it receives' }),
    events: z.array(z.enum(EVENT_TYPES)).meta({ description: 'What it is told' }),
    branch: z.string().nullable().meta({ description: 'Only runs of this branch; null: of all' }),
    environment: z.string().nullable().meta({ description: 'Only runs of this environment; null: of all' }),
    when: z.enum(WHEN).meta({ description: 'Of which ended runs it is told' }),
    isActive: z.boolean().meta({ description: 'Whether it is told anything' }),
    createdAt: Timestamp,
    failingSince: Timestamp.nullable().meta({ description: 'Since when no delivery has succeeded' }),
    offReason: z.enum(['gone', 'failing', 'unsubscribed']).nullable().meta({
      description:
        'Why it was switched off: it answered 410, failed for five days, or who gets its mails turned them off',
    }),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

export const CreatedWebhook = Webhook.extend({
  secret: z.string().nullable().meta({
    description: 'Signs what it receives. No later call returns it. Null for messages and commit statuses',
  }),
}).meta({ id: 'CreatedWebhook' })
export type CreatedWebhook = z.infer<typeof CreatedWebhook>

export const RotatedSecret = z
  .object({
    secret: z.string().meta({ description: 'The new secret. No later call returns it' }),
    oldSecretUntil: Timestamp.meta({ description: 'Until then the old secret signs, too' }),
  })
  .meta({ id: 'RotatedSecret' })
export type RotatedSecret = z.infer<typeof RotatedSecret>

/** A log grows without bound and its entries are long, so a page always has a limit. */
export const ListDeliveries = z.object({
  id: id('id'),
  webhookId: id('webhookId'),
  limit: optionalInt('limit', 1, DELIVERIES_PAGE).meta({
    description: `1 to ${DELIVERIES_PAGE}; without it ${DELIVERIES_PAGE}`,
  }),
  cursor: Cursor,
})
export type ListDeliveries = z.infer<typeof ListDeliveries>

export const ResendDelivery = z.object({ id: id('id'), webhookId: id('webhookId'), deliveryId: id('deliveryId') })
export type ResendDelivery = z.infer<typeof ResendDelivery>

const DeliveryAnswer = z
  .object({
    at: Timestamp.meta({ description: 'When the attempt began' }),
    status: z.int().nullable().meta({ description: 'Null without an answer' }),
    body: z.string().nullable().meta({ description: 'The beginning of the answer' }),
    error: z.string().nullable().meta({ description: 'Why it failed, in words' }),
    durationMs: Count.meta({ description: 'How long the attempt took' }),
  })
  .meta({ id: 'WebhookDeliveryAnswer' })

export const Delivery = z
  .object({
    id: Id.meta({ description: 'The `webhook-id` of all its attempts' }),
    type: z.enum([...EVENT_TYPES, 'ping']).meta({ description: 'The type of the event' }),
    state: z.enum(DELIVERY_STATES).meta({ description: 'A waiting one is tried again' }),
    attempts: Count.meta({ description: 'How often it was tried' }),
    createdAt: Timestamp,
    nextAttemptAt: Timestamp.nullable().meta({ description: 'Null when it is delivered or has failed' }),
    request: z.string().nullable().meta({ description: 'The body of the latest attempt. Null before the first one' }),
    answer: DeliveryAnswer.nullable().meta({
      description: 'The answer to the latest attempt. Null before the first one',
    }),
  })
  .meta({ id: 'WebhookDelivery' })
export type Delivery = z.infer<typeof Delivery>
