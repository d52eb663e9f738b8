import { useEffect, useRef } from 'react'
import type { Act, Key } from './key-map.ts'

/* The acts of the open screen. Screens offer acts while they are mounted. */

type Acts = Partial<Record<Act, (key: Key) => void>>

const offers: { readonly current: Acts }[] = []

/** Offers acts while the component is mounted. They may change at each render. */
export function useActs(acts: Acts): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    offers.push(latest)
    return () => {
      offers.splice(offers.indexOf(latest), 1)
    }
  }, [])
}

/** The act as the topmost screen offers it; undefined if none does. */
export function offered(act: Act): ((key: Key) => void) | undefined {
  return offers.findLast(({ current }) => current[act])?.current[act]
}
