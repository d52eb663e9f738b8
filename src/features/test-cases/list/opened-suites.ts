/* The open suites of a project. They stay open over a reload of the tab. */

const keyOf = (projectId: string) => `openSuites:${projectId}`

export function readOpened(projectId: string): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(sessionStorage.getItem(keyOf(projectId)) ?? '[]') as string[])
  } catch {
    return new Set()
  }
}

export function keepOpened(projectId: string, suiteIds: ReadonlySet<string>): void {
  if (suiteIds.size === 0) sessionStorage.removeItem(keyOf(projectId))
  else sessionStorage.setItem(keyOf(projectId), JSON.stringify([...suiteIds]))
}
