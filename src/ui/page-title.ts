import { useEffect } from 'react'

/** Sets the title of the browser tab. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Assay` : 'Assay'
  }, [title])
}
