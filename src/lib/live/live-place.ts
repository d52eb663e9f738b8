import { useEffect, useSyncExternalStore } from 'react'
import { Listeners } from '../listeners.ts'

/*
 * A browser opens at most six connections to a server over HTTP/1.1, all its tabs together, and a stream takes one
 * for as long as it lasts. So only the tabs that were used last have one; another takes its place once it is used,
 * and then hears what it has missed. A tab that nobody has looked at for a while gives its place back.
 */

const PLACES = 4
const HIDDEN_MS = 60_000

type Told = { tab: string; claimed: number | null }

const tab = Math.random().toString(36).slice(2)
const channel = new BroadcastChannel('live places')
/** When the other tabs took their places, as far as this one has heard. */
const others = new Map<string, number>()
const listeners = new Listeners()
let wishes = 0
let claimed: number | null = null
let hiding: ReturnType<typeof setTimeout> | undefined

/** Whether this tab may have a stream now, while one is wanted. */
export function useLivePlace(isWanted: boolean): boolean {
  useEffect(() => (isWanted ? wish() : undefined), [isWanted])
  return useSyncExternalStore(listeners.subscribe, () => isWanted && claimed !== null)
}

function wish(): () => void {
  wishes += 1
  claim()
  return () => {
    wishes -= 1
    // The next screen may want one too.
    setTimeout(() => {
      if (wishes === 0) giveBack()
    })
  }
}

function claim(): void {
  if (wishes > 0 && !document.hidden) tell(Date.now())
}

function giveBack(): void {
  if (claimed !== null) tell(null)
}

function tell(next: number | null): void {
  const isChange = (claimed === null) !== (next === null)
  claimed = next
  channel.postMessage({ tab, claimed } satisfies Told)
  if (isChange) listeners.announce()
}

function hear({ data }: MessageEvent<Told>): void {
  if (data.claimed === null) others.delete(data.tab)
  else others.set(data.tab, data.claimed)
  const mine = claimed
  if (mine !== null && [...others.values()].filter((theirs) => theirs >= mine).length >= PLACES) giveBack()
}

function heedVisibility(): void {
  clearTimeout(hiding)
  if (document.hidden) hiding = setTimeout(giveBack, HIDDEN_MS)
  else claim()
}

function claimIfNone(): void {
  if (claimed === null) claim()
}

channel.addEventListener('message', hear)
document.addEventListener('visibilitychange', heedVisibility)
window.addEventListener('focus', claim)
window.addEventListener('pageshow', claimIfNone)
window.addEventListener('pagehide', giveBack)
for (const use of ['pointerdown', 'keydown'])
  window.addEventListener(use, claimIfNone, { capture: true, passive: true })
