import { cleanName } from './clean-text.ts'
import { UNLOADED } from './jest.ts'
import { stableName } from './stable-name.ts'
import { stablePath } from './stable-path.ts'

/** The name that Vitest gives the root. */
const VITEST = 'vitest tests'

type SuiteNames = {
  /** The name of the root `testsuites`, if any. */
  rootName: string | undefined
  /** Names of the enclosing `testsuite` elements, outermost first; unnamed ones are left out. */
  suites: string[]
  className: string
  /** It stands for a file that did not load. */
  isUnloaded: boolean
  file: string
  playwrightProject: string | undefined
}

/**
 * The suites of a `testcase`: the enclosing ones, then the class name unless the suites or the case name contain it.
 * The name is empty for a case without one.
 */
export function suiteAndName(given: string, names: SuiteNames): { suite: string[]; name: string } {
  const className = stableClass(cleanName(names.className), names.suites)
  const name = cleanName(given) || className
  if (names.playwrightProject !== undefined) return playwrightNames(name, names.playwrightProject, names.suites)
  if (names.isUnloaded) return { suite: names.suites, name: UNLOADED }
  if (names.rootName === VITEST && names.suites.length > 0) return vitestNames(name, className, names.suites)
  const isContained = className === '' || name === className || containsClass(names, name, className)
  const suite = isContained ? names.suites : [...names.suites, className]
  if (suite.length > 0) return { suite, name }
  const ofRoot = isContained && className !== name ? className : ''
  return { suite: [ofRoot || stablePath(cleanName(names.file))], name }
}

/** Project, file, groups, as in Playwright's JSON. `includeProjectInTestName` repeats the project in the title. */
function playwrightNames(title: string, project: string, suites: string[]) {
  const prefix = `[${project}] `
  const parts = (title.startsWith(prefix) ? title.slice(prefix.length) : title).split(' › ')
  const name = parts.pop() ?? title
  return { suite: [project, ...suites, ...parts].filter((part) => part !== ''), name }
}

/** Groups are in the name. The class is the file, unless `classnameTemplate` says another, such as the project. */
function vitestNames(given: string, className: string, suites: string[]) {
  const file = suites.at(-1) as string
  const [name = '', ...groups] = given === file ? [UNLOADED] : given.split(' > ').toReversed()
  const classes = className === file || className === '' ? [] : [className]
  return { suite: [...suites, ...classes, ...groups.toReversed()], name }
}

/** Karma names the class by its browser, which the suite around it has too. */
function stableClass(className: string, suites: string[]): string {
  const stable = stableName(className)
  const [browser] = suites
  if (stable === className || browser === undefined) return stable
  return stable === browser || stable.startsWith(`${browser}.`) ? stable.slice(browser.length + 1) : stable
}

function containsClass({ rootName, suites }: SuiteNames, name: string, className: string): boolean {
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

/** Newman writes class names as the suite's name in camel case. */
function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[\\/.:#$›>\s_-]+/g, '')
}
