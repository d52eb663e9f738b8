/**
 * The path of our host under which the server answers, without a slash at its end: '' or, say, '/assay'. Whoever sends the
 * page writes it there.
 */
export const basePath =
  document.querySelector<HTMLMetaElement>('meta[name=base-path]')?.content.replace(/\/$/, '') ?? ''

/** The path and query of the open screen, as routes and links name it. */
export function openScreen(): { path: string; search: string } {
  return { path: location.pathname.slice(basePath.length) || '/', search: location.search }
}
