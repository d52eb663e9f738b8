import { useEffect } from 'react'

/** Names the browser's tab after the screen. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Assay` : 'Assay'
  }, [title])
}
