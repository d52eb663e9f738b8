import { useCallback, useState } from 'react'

const STEP = 60
const MARGIN = '600px'

/** Shows a long list in steps as the user scrolls. Attach `endRef` to an element after the list. */
export function useProgressive<Item>(items: readonly Item[]) {
  const [count, setCount] = useState(STEP)
  const hasMore = count < items.length
  const endRef = useCallback(
    (end: Element | null) => {
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) setCount(count + STEP)
        },
        { rootMargin: MARGIN },
      )
      if (end && hasMore) observer.observe(end)
      return () => observer.disconnect()
    },
    [count, hasMore],
  )
  return { shown: items.slice(0, count), endRef }
}
