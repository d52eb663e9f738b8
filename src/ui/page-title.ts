import { useEffect } from 'react'

type Entry = { title: string; isInner: boolean }

const entries: Entry[] = []

/** Sets the title of the browser tab. The title of an inner part goes before that of the page. */
export function usePageTitle(title: string | undefined, { isInner = false } = {}): void {
  useEffect(() => {
    if (!title) {
      update()
      return undefined
    }
    const entry = { title, isInner }
    entries.push(entry)
    update()
    return () => {
      entries.splice(entries.indexOf(entry), 1)
      update()
    }
  }, [title, isInner])
}

function update(): void {
  const shown = entries.findLast(({ isInner }) => isInner) ?? entries.at(-1)
  document.title = shown ? `${shown.title} · Assay` : 'Assay'
}
