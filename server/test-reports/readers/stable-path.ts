/** Where CI services check a repository out, up to the last slash. */
const CHECKOUTS = [
  // GitHub: work/repo/repo, also in containers (__w), on own runners (_work) and on Windows (D:/a).
  /^.*?\/(?:work|_work|__w|a)\/([^/]+)\/\1\//,
  /^.*?\/(?:_work|a)\/\d+\/s\//, // Azure
  /^\/(?:app|usr\/src\/app|usr\/app|src\/app|code|workspace|github\/workspace|root\/project|drone\/src|vercel\/path0)\//,
  /^\/(?:home\/circleci\/project|opt\/atlassian\/pipelines\/agent\/build)\//,
  /^\/workspaces\/[^/]+\//, // development containers
  /^.*?\/workspace\/[^/]+\//, // Jenkins
]

const PATH_MAX = 4_096
const HOME = /^(?:[a-z]:)?\/(?:home|Users)\/[^/]+\/(?:src\/)?/i

/** Folders that stand at the top of a repository. */
const TOP_FOLDER =
  /(?:^|\/)((?:packages|apps|libs|services|modules|src|lib|app|server|client|frontend|backend|tests?|__tests__|specs?|e2e|integration|unit)\/.*)$/

/**
 * One name of a test file on every machine. Jest, Vitest and others write absolute paths and not the folder they started
 * in, and a report may hold a single file, so that common beginnings tell nothing. A relative path stays; a checkout of a known
 * CI service is taken off; of any other path counts what begins with the first folder as repositories have them; where
 * there is none, the file's own name.
 */
export function stablePath(given: string): string {
  if (given.length > PATH_MAX) return given
  const path = given
    .trim()
    .replace(/^file:\/\//, '')
    .replaceAll('\\', '/')
  if (!/^(?:[a-z]:)?\//i.test(path)) return path.replace(/^(?:\.\/)+/, '')
  for (const checkout of CHECKOUTS) if (checkout.test(path)) return path.replace(checkout, '')
  const inside = path.replace(HOME, '')
  return TOP_FOLDER.exec(inside)?.[1] ?? inside.slice(inside.lastIndexOf('/') + 1)
}
