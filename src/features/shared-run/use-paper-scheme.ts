import { useEffect } from 'react'

/** Prints with the light colours: paper is white even for readers of a dark screen. */
export function usePaperScheme(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    let before: string | undefined
    const toPaper = () => {
      before = dataset['mantineColorScheme']
      dataset['mantineColorScheme'] = 'light'
    }
    const toScreen = () => {
      if (before !== undefined) dataset['mantineColorScheme'] = before
    }
    window.addEventListener('beforeprint', toPaper)
    window.addEventListener('afterprint', toScreen)
    return () => {
      window.removeEventListener('beforeprint', toPaper)
      window.removeEventListener('afterprint', toScreen)
    }
  }, [])
}
