import { basePath } from '#src/lib/base-path.ts'
import { trpc } from '#src/lib/trpc.ts'

/** Addresses expire after five minutes. */
const RENEWAL_MS = 4 * 60_000

/** `isEnabled`: whether the address is needed. `isKept`: whether it must stay valid. */
type Options = { isEnabled?: boolean; isKept?: boolean }

/**
 * The address of an attachment; undefined until it is known, and once it may have expired. `renew` requests another
 * one. Addresses of many attachments share one request.
 */
export function useAddress(id: string, { isEnabled = true, isKept = false }: Options = {}) {
  const { data, dataUpdatedAt, isError, refetch } = trpc.attachments.address.useQuery(
    { id },
    { enabled: isEnabled, staleTime: RENEWAL_MS, ...(isKept && { refetchInterval: RENEWAL_MS }) },
  )
  const isFresh = Date.now() - dataUpdatedAt < RENEWAL_MS + 30_000
  return {
    facts: data,
    address: data && isFresh ? `${basePath}/api${data.path}` : undefined,
    isError,
    renew: refetch,
  }
}
