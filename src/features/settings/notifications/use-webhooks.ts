import { DELIVERIES_PAGE, type UpdateWebhook, type Webhook } from '#shared/notifications/webhook.ts'
import { messageOf } from '#src/lib/errors.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ask } from '#src/ui/confirm.tsx'
import { nameOf } from './webhook-texts.ts'

/** While a delivery waits for its first answers, the log is read again. */
const RECENT_MS = 60_000
const REFETCH_MS = 1_000

export const useWebhooks = (projectId: string) => trpc.webhooks.list.useQuery({ id: projectId }, { staleTime: 0 })

type Saved = Pick<Webhook, 'id'> & { secret?: string | null }
export type WebhookValues = Omit<UpdateWebhook, 'id' | 'webhookId' | 'url'> & { url: string; form: Webhook['form'] }

export function useSaveWebhook(projectId: string, webhook: Webhook | undefined, onSaved: (saved: Saved) => void) {
  const { webhooks } = trpc.useUtils()
  const onSuccess = async (saved: Saved) => {
    await webhooks.list.invalidate({ id: projectId })
    onSaved(saved)
  }
  const create = trpc.webhooks.create.useMutation({ onSuccess })
  // Another owner may have deleted the endpoint meanwhile.
  const update = trpc.webhooks.update.useMutation({ onSuccess, onError: () => webhooks.list.invalidate() })
  const { error, isPending } = webhook ? update : create
  return {
    save: ({ form, ...values }: WebhookValues) =>
      webhook
        ? update.mutate({ id: projectId, webhookId: webhook.id, ...values })
        : create.mutate({ id: projectId, form, ...values }),
    isSaving: isPending,
    refusal: error && messageOf(error, 'Failed to save the endpoint'),
  }
}

/** Switches, as an optimistic update, tests and deletes an endpoint. */
export function useWebhookActs(projectId: string, webhook: Webhook) {
  const { webhooks } = trpc.useUtils()
  const of = { id: projectId, webhookId: webhook.id }
  const readAgain = () => webhooks.invalidate()
  const test = trpc.webhooks.test.useMutation({
    ...withToasts({ success: 'Test sent', failure: 'Failed to send the test' }),
    onSettled: readAgain,
  })
  const update = trpc.webhooks.update.useMutation({
    ...withToasts({ failure: 'Failed to switch the endpoint' }),
    onMutate: async ({ isActive }) => {
      await webhooks.list.cancel()
      webhooks.list.setData({ id: projectId }, (before) =>
        before?.map((each) => (each.id === webhook.id && isActive != null ? { ...each, isActive } : each)),
      )
    },
    onSettled: readAgain,
  })
  const remove = trpc.webhooks.delete.useMutation({
    ...withToasts({ success: 'Endpoint deleted', failure: 'Failed to delete the endpoint' }),
    onSettled: readAgain,
  })
  const text = `Are you sure you want to delete ${nameOf(webhook)} with its log? It is told nothing more.`
  return {
    test: () => test.mutate(of),
    isTesting: test.isPending,
    setActive: (isActive: boolean) => update.mutate({ ...of, isActive }),
    askAndDelete: () => ask({ title: 'Delete Endpoint', text, action: 'Delete' }, () => remove.mutate(of)),
    isDeleting: remove.isPending,
  }
}

/** Makes a new secret once that is confirmed. */
export function useRotateSecret(projectId: string, webhookId: string, onRotated: (secret: string) => void) {
  const { mutate, isPending } = trpc.webhooks.rotateSecret.useMutation(
    withToasts({
      onSuccess: ({ secret }: { secret: string }) => onRotated(secret),
      failure: 'Failed to make a new secret',
    }),
  )
  const text = 'Are you sure you want a new secret? The old one signs, too, for 24 hours.'
  const question = { title: 'New Secret', text, action: 'New Secret', isHarmless: true }
  return { isPending, askAndRotate: () => ask(question, () => mutate({ id: projectId, webhookId })) }
}

/** The log of an endpoint, newest first. */
export function useDeliveries(projectId: string, webhookId: string) {
  const input = { id: projectId, webhookId, limit: DELIVERIES_PAGE }
  return trpc.webhooks.deliveries.useInfiniteQuery(input, {
    staleTime: 0,
    getNextPageParam: (page) => (page.length === DELIVERIES_PAGE ? page.at(-1)?.id : undefined),
    refetchInterval: ({ state }) => {
      const [latest] = state.data?.pages[0] ?? []
      const isOpen = latest?.state === 'waiting' && Date.now() - Date.parse(latest.createdAt) < RECENT_MS
      return isOpen ? REFETCH_MS : false
    },
  })
}

export function useResend(projectId: string, webhookId: string) {
  const { webhooks } = trpc.useUtils()
  const { mutate, isPending } = trpc.webhooks.resend.useMutation(
    withToasts({
      onSuccess: () => webhooks.deliveries.invalidate(),
      success: 'Sent again',
      failure: 'Failed to send again',
    }),
  )
  return { isPending, resend: (deliveryId: string) => mutate({ id: projectId, webhookId, deliveryId }) }
}
