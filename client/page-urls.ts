import type { Connection } from './connection.ts'

/* Addresses of pages in the browser. */

type Place = Pick<Connection, 'url' | 'projectId'>

export function projectUrl({ url, projectId }: Place): string {
  return `${url}/projects/${encodeURIComponent(projectId)}`
}

export function runUrl(place: Place, runId: string): string {
  return `${projectUrl(place)}?tab=runs&run=${runId}`
}

export function caseUrl(place: Place, { ref }: { ref: string }): string {
  return `${projectUrl(place)}?case=${ref}`
}
