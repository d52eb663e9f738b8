import { useEffect, useEffectEvent } from 'react'

type ViewerPosition = { index: number; last: number; go: (index: number) => void }

/** ← and → go to the file before and after, Home and End to the first and the last. */
export function useViewerKeys(isEnabled: boolean, { index, last, go }: ViewerPosition): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[key]
    if (to === undefined || altKey || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    go(to)
  })
  useEffect(() => {
    if (!isEnabled) return undefined
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isEnabled])
}
