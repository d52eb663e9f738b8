import { IdInput } from '#shared/fields.ts'
import { Message } from '#shared/message.ts'
import {
  CreatedWebhook,
  CreateWebhook,
  Delivery,
  ListDeliveries,
  ResendDelivery,
  RotatedSecret,
  UpdateWebhook,
  Webhook,
  WebhookInput,
} from '#shared/notifications/webhook.ts'
import { sendPage } from '../context.ts'
import { caller, compiled, restUnder, router } from '../trpc.ts'
import { listDeliveries, resendDelivery } from './delivery-log.ts'
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  testWebhook,
} from './webhooks.service.ts'

const rest = restUnder('Webhooks')
const ONE = '/projects/{id}/webhooks/{webhookId}'

export const webhooksRouter = router({
  list: caller('manage')
    .meta(rest('GET /projects/{id}/webhooks', 'List the endpoints that a project tells of its events'))
    .input(compiled(IdInput))
    .output(compiled(Webhook.array()))
    .query(({ ctx, input }) => listWebhooks(ctx, input)),
  create: caller('manage')
    .meta(
      rest('POST /projects/{id}/webhooks', 'Create an endpoint', {
        description: 'Commit statuses need a `token`.',
        status: 201,
        refusals: [409],
      }),
    )
    .input(compiled(CreateWebhook))
    .output(compiled(CreatedWebhook))
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),
  update: caller('manage')
    .meta(rest(`PATCH ${ONE}`, 'Change an endpoint; omitted fields stay'))
    .input(compiled(UpdateWebhook))
    .output(compiled(Webhook))
    .mutation(({ ctx, input }) => changeWebhook(ctx, input)),
  delete: caller('manage')
    .meta(rest(`DELETE ${ONE}`, 'Delete an endpoint with its log'))
    .input(compiled(WebhookInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => removeWebhook(ctx, input)),
  test: caller('manage')
    .meta(rest(`POST ${ONE}/test`, 'Send a ping to an endpoint', { status: 201, refusals: [409] }))
    .input(compiled(WebhookInput))
    .output(compiled(Delivery))
    .mutation(({ ctx, input }) => testWebhook(ctx, input)),
  rotateSecret: caller('manage')
    .meta(
      rest(`POST ${ONE}/rotate-secret`, 'Make a new secret; for 24 hours the old one signs, too', {
        status: 201,
        refusals: [409],
      }),
    )
    .input(compiled(WebhookInput))
    .output(compiled(RotatedSecret))
    .mutation(({ ctx, input }) => rotateSecret(ctx, input)),
  deliveries: caller('manage')
    .meta(rest(`GET ${ONE}/deliveries`, 'List the deliveries of the last 30 days with request and answer'))
    .input(compiled(ListDeliveries))
    .output(compiled(Delivery.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listDeliveries(ctx, input))),
  resend: caller('manage')
    .meta(
      rest(`POST ${ONE}/deliveries/{deliveryId}/resend`, 'Send a delivery again, with the same id', {
        refusals: [409],
      }),
    )
    .input(compiled(ResendDelivery))
    .output(compiled(Delivery))
    .mutation(({ ctx, input }) => resendDelivery(ctx, input)),
})
