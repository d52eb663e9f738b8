import { useLayoutEffect, useRef } from 'react'

/**
 * For an element that sticks below the filter bar: while the page is scrolled to its top, less of the window is left
 * for it. Sets `--visible-top`, the element's distance from the top of the window.
 */
export function useVisibleHeight() {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const measure = () => {
      const { current: element } = ref
      element?.style.setProperty('--visible-top', `${Math.round(element.getBoundingClientRect().top)}px`)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    window.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', measure)
    }
  }, [])
  return ref
}
