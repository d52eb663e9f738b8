type Extent = { start: number; end: number } | undefined

/** Scrolls an item of a list between the sticky heads and the status strip, which the list keeps free by its scroll margin. */
export function scrollToItem(body: HTMLElement | null, item: Extent, align = 'nearest'): void {
  if (!body || !item) return
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(body)
  const top = window.scrollY + parseFloat(scrollMarginTop)
  const bottom = window.scrollY + window.innerHeight - parseFloat(scrollMarginBottom)
  const shift = align === 'start' || item.start < top ? item.start - top : item.end > bottom ? item.end - bottom : 0
  if (shift !== 0) window.scrollBy({ top: shift, behavior: 'instant' })
}
