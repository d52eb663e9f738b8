import type { Connection } from './connection.ts'

type ProjectAddress = Pick<Connection, 'url' | 'projectId'>

export function projectUrl({ url, projectId }: ProjectAddress): string {
  return `${url}/projects/${encodeURIComponent(projectId)}`
}

export function runUrl(place: ProjectAddress, runId: string): string {
  return `${projectUrl(place)}?tab=runs&run=${runId}`
}

export function caseUrl(place: ProjectAddress, { ref }: { ref: string }): string {
  return `${projectUrl(place)}?case=${ref}`
}
