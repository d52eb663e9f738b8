import type { SignedOut } from '#shared/auth/identity.ts'
import { basePath } from './base-path.ts'
import { accessToken } from './session.ts'
import { pendingWrites } from './session-rule.ts'

/**
 * Ends the stored session on the server. Signing out neither waits for this nor fails with it: if the call fails, the
 * token stays valid until it expires. Pending writes are awaited first.
 */
export function endSession(): void {
  const token = accessToken()
  if (token !== null) void pendingWrites().then(() => send(token))
}

async function send(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  try {
    // keepalive: the tab may be closed meanwhile.
    const answer = await fetch(`${basePath}/api/auth/sign-out`, { method: 'POST', headers, keepalive: true })
    const { endSessionUrl } = (await answer.json()) as Partial<SignedOut>
    // Who has signed in again meanwhile stays.
    if (endSessionUrl !== undefined && accessToken() === null) window.location.assign(endSessionUrl)
  } catch {
    // The server was not reached.
  }
}
