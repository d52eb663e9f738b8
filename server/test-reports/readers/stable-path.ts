/** Checkout folders of CI services, up to the last slash. */
const CHECKOUTS = [
  // GitHub: work/repo/repo, also in containers (__w), on own runners (_work) and on Windows (D:/a).
  /^.*?\/(?:work|_work|__w|a)\/([^/]+)\/\1\//,
  /^.*?\/(?:_work|a)\/\d+\/s\//, // Azure
  /^\/(?:app|usr\/src\/app|usr\/app|src\/app|code|workspace|github\/workspace)\//,
  /^\/(?:root\/project|drone\/src|vercel\/path0|home\/circleci\/project|opt\/atlassian\/pipelines\/agent\/build)\//,
  /^\/workspaces\/[^/]+\//, // development containers
  /^.*?\/workspace\/[^/]+\//, // Jenkins
]

const PATH_MAX = 4_096
const HOME = /^(?:[a-z]:)?\/(?:home|Users)\/[^/]+\/(?:src\/)?/i

/** Common top-level folders of a repository. */
const MODULE_FOLDERS = 'packages|apps|libs|services|modules|src|lib|app|server|client|frontend|backend'
const TEST_FOLDERS = 'tests?|__tests__|specs?|e2e|integration|unit'
const TOP_FOLDER = new RegExp(`(?:^|/)((?:${MODULE_FOLDERS}|${TEST_FOLDERS})/.*)$`)

/**
 * The path of a test file, the same on every machine. Relative paths stay. Absolute paths lose the checkout folder of a
 * known CI service, else start at the first common top-level folder, else are cut to the file name. A common prefix of
 * all paths does not help: a report may have a single file.
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
