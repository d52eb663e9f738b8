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
  const title = shownTitle()
  document.title = title === undefined ? 'Assay' : `${title} · Assay`
  // When all effects of the rendering have run: the former screen takes its title back first.
  queueMicrotask(announceScreen)
}

const shownTitle = () => (entries.findLast(({ isInner }) => isInner) ?? entries.at(-1))?.title

/** The open screen, without what is open in it. A list says itself which case is current. */
function screen(): string {
  const search = new URLSearchParams(location.search)
  return [location.pathname, ...['tab', 'view', 'compare', 'history'].map((name) => search.get(name))].join(' ')
}

/** Browsers announce the first screen themselves. */
let announced = screen()

/** Names a screen to screen readers, where the browser can: for them, nothing happens in a navigation within the app. */
function announceScreen(): void {
  const title = shownTitle()
  if (title === undefined || screen() === announced) return
  announced = screen()
  const { ariaNotify } = document as { ariaNotify?: (text: string) => void }
  ariaNotify?.call(document, title)
}
