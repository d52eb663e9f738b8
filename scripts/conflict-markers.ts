import { spawnSync } from 'node:child_process'

/** The lines of a repository that an unfinished merge left. A line of `=======` alone may be a heading. */
export function conflictMarkers(root: string): string[] {
  const { stdout } = spawnSync('git', ['grep', '-nIE', '--untracked', '^(<<<<<<<|>>>>>>>)( |$)'], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${line.split(':', 2).join(':')} is left of a merge conflict`)
}
