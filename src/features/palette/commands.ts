import type { Icon } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

/** An act without a key. */
export type Command = { label: string; description: string; icon: Icon; run: () => void }

const offers: { readonly current: readonly Command[] }[] = []

/** Offers acts to the palette while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    offers.push(latest)
    return () => {
      offers.splice(offers.indexOf(latest), 1)
    }
  }, [])
}

export const offeredCommands = (): Command[] => offers.flatMap(({ current }) => current)
