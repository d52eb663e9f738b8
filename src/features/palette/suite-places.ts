import { useEffect, useRef } from 'react'

type SuitePlaces = { suites: readonly { id: string; name: string }[]; goTo: (suiteId: string) => void }

let offered: { readonly current: SuitePlaces } | null = null

/** Offers the suites of a screen to the palette while the component is mounted. */
export function useSuitePlaces(places: SuitePlaces): void {
  const latest = useRef(places)
  useEffect(() => {
    latest.current = places
  })
  useEffect(() => {
    offered = latest
    return () => {
      if (offered === latest) offered = null
    }
  }, [])
}

export const suitePlaces = (): SuitePlaces | undefined => offered?.current
