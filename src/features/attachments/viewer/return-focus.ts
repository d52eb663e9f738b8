/**
 * Moves the focus from a closed viewer back to the thumbnail of the file that was shown last, if a thumbnail opened it,
 * else to what opened it. After the last file was removed, it moves to the button that attaches files.
 */
export function returnFocusTo(id: string | undefined, opener: Element | null): void {
  const thumbnail = id !== undefined && document.querySelector<HTMLElement>(`[data-attachment="${CSS.escape(id)}"]`)
  const from = opener instanceof HTMLElement && opener.isConnected ? opener : null
  const target =
    from && !from.matches('[data-attachment]')
      ? from
      : thumbnail || from || document.querySelector<HTMLElement>('[data-after-removal="attachment"]')
  // The page takes no focus while the viewer makes it inert.
  requestAnimationFrame(() => target?.focus())
}
