/**
 * Moves the focus from a closed viewer to the thumbnail of the last file, if a thumbnail opened it, or else to what
 * opened it. If the last file was removed, it moves to the button that attaches files.
 */
export function returnFocusTo(id: string | undefined, opener: Element | null): void {
  const thumbnail = id !== undefined && document.querySelector<HTMLElement>(`[data-attachment="${CSS.escape(id)}"]`)
  const from = opener instanceof HTMLElement && opener.isConnected ? opener : null
  const target =
    from && !from.matches('[data-attachment]')
      ? from
      : thumbnail || from || document.querySelector<HTMLElement>('[data-after-removal="attachment"]')
  // While the viewer makes the page inert, it takes no focus.
  requestAnimationFrame(() => target?.focus())
}
