import { useEffect } from 'react'
import { createStore, useStore } from '../store.ts'

/*
 * Over HTTP/1.1 all tabs of a browser share six connections to a server, and a stream takes one. So only the most
 * recently used tabs have a slot for a stream. A newly used tab takes the slot of the least recently used one, and a
 * tab releases its slot after a minute in the background. Tabs exchange claims over a BroadcastChannel.
 */

const SLOTS = 4
const HIDDEN_MS = 60_000

type Claim = { tab: string; claimedAt: number | null }

const tab = Math.random().toString(36).slice(2)
const channel = new BroadcastChannel('live stream slots')
const otherClaims = new Map<string, number>()
let requests = 0
const ownClaim = createStore<number | null>(null)
let hiding: ReturnType<typeof setTimeout> | undefined

/** Whether this tab may have a stream now, if it needs one. */
export function useStreamSlot(isNeeded: boolean): boolean {
  useEffect(() => (isNeeded ? request() : undefined), [isNeeded])
  return useStore(ownClaim, (claimedAt) => isNeeded && claimedAt !== null)
}

function request(): () => void {
  requests += 1
  claim()
  return () => {
    requests -= 1
    // Deferred: the next screen may need the slot too.
    setTimeout(() => {
      if (requests === 0) release()
    })
  }
}

function claim(): void {
  if (requests > 0 && !document.hidden) setClaim(Date.now())
}

function release(): void {
  if (ownClaim.get() !== null) setClaim(null)
}

function setClaim(claimedAt: number | null): void {
  ownClaim.set(claimedAt)
  channel.postMessage({ tab, claimedAt } satisfies Claim)
}

function onClaim({ data }: MessageEvent<Claim>): void {
  if (data.claimedAt === null) otherClaims.delete(data.tab)
  else otherClaims.set(data.tab, data.claimedAt)
  const mine = ownClaim.get()
  if (mine !== null && [...otherClaims.values()].filter((theirs) => theirs >= mine).length >= SLOTS) release()
}

function onVisibilityChange(): void {
  clearTimeout(hiding)
  if (document.hidden) hiding = setTimeout(release, HIDDEN_MS)
  else claim()
}

function claimIfNone(): void {
  if (ownClaim.get() === null) claim()
}

channel.addEventListener('message', onClaim)
document.addEventListener('visibilitychange', onVisibilityChange)
window.addEventListener('focus', claim)
window.addEventListener('pageshow', claimIfNone)
window.addEventListener('pagehide', release)
for (const use of ['pointerdown', 'keydown'])
  window.addEventListener(use, claimIfNone, { capture: true, passive: true })
