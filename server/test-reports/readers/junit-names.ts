import { cleanName } from './clean-text.ts'
import { stablePath } from './stable-path.ts'

export type SuiteNames = {
  /** Of the root `testsuites`; undefined where it has none. */
  rootName: string | undefined
  /** Of the `testsuite` elements, from the outermost in, without those that have no name. */
  suites: string[]
  className: string
  file: string
  /** The browser project, where the report is Playwright's. */
  playwrightProject: string | undefined
}

/**
 * Where a `testcase` belongs: the suites around it, then the class name unless they or the name say it already. Answers
 * undefined where the case has no name at all.
 */
export function placeOf(given: string, names: SuiteNames): { suite: string[]; name: string } | undefined {
  const className = cleanName(names.className)
  const name = cleanName(given) || className
  if (name === '') return undefined
  if (names.playwrightProject !== undefined) return playwrightPlace(name, names.playwrightProject, names.suites)
  const isConveyed = className === '' || name === className || conveys(names, name, className)
  const suite = isConveyed ? names.suites : [...names.suites, className]
  if (suite.length > 0) return { suite, name }
  const ofRoot = isConveyed && className !== name ? className : ''
  return { suite: [ofRoot || stablePath(cleanName(names.file))], name }
}

/** As in Playwright's JSON: project, file, groups. `includeProjectInTestName` writes the project a second time. */
function playwrightPlace(title: string, project: string, suites: string[]) {
  const prefix = `[${project}] `
  const parts = (title.startsWith(prefix) ? title.slice(prefix.length) : title).split(' › ')
  const name = parts.pop() ?? title
  return { suite: [project, ...suites, ...parts].filter((part) => part !== ''), name }
}

function conveys({ rootName, suites }: SuiteNames, name: string, className: string): boolean {
  if (suites.includes(className)) return true
  const letters = lettersOf(className)
  if ([suites.join('.'), ...suites, rootName ?? ''].some((whole) => lettersOf(whole) === letters)) return true
  const end = `.${dotted(className)}`
  const last = suites.at(-1) ?? ''
  return dotted(last).endsWith(end) || lettersOf(name) === letters || dotted(name).endsWith(end)
}

function dotted(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[\\/.:#$› ]+/g, '.')
    .replaceAll(/^\.|\.$/g, '')
}

/** Newman writes names in camel case as class names. */
function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[\\/.:#$›\s_-]+/g, '')
}
