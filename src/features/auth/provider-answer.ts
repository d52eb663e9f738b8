import { useEffect, useState } from 'react'
import { basePath } from '#src/lib/base-path.ts'

/** What the address has after `#` when the browser comes back from a provider. */
type ProviderAnswer = { ticket?: string; to?: string; error?: string; connected?: string }

function parse(hash: string): ProviderAnswer {
  const { to, ...answer } = Object.fromEntries(new URLSearchParams(hash.slice(1))) as ProviderAnswer
  // Anybody can write such an address: it leads only to our pages.
  return to !== undefined && /^\/(?![/\\])/.test(to) ? { ...answer, to } : answer
}

/** The answer of this visit. It leaves the address, so that a reload does not repeat it. */
export function useProviderAnswer(): ProviderAnswer {
  const [answer] = useState(() => parse(window.location.hash))
  useEffect(() => {
    const { pathname, search, hash } = window.location
    if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search)
  }, [])
  return answer
}

/** Where the browser leaves for a provider. `to` is the page to show after the sign-in. */
export const addressOf = ({ id }: { id: string }, to: string): string =>
  `${basePath}/api/auth/oidc/${encodeURIComponent(id)}/start?${new URLSearchParams({ to }).toString()}`
