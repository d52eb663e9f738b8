let isGoing = false

/** Goes back once, even if it is asked again before the browser has gone: `history.back()` takes effect later. */
export function goBack(): void {
  if (isGoing) return
  isGoing = true
  window.addEventListener('popstate', () => (isGoing = false), { once: true })
  history.back()
}
