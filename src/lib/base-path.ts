/** The path prefix of the app, '' or '/assay', without a trailing slash. The server writes it into the page. */
export const basePath =
  document.querySelector<HTMLMetaElement>('meta[name=base-path]')?.content.replace(/\/$/, '') ?? ''

/** The path (without base path) and query of the open screen. */
export function openScreen(): { path: string; search: string } {
  return { path: location.pathname.slice(basePath.length) || '/', search: location.search }
}
