import { stablePath } from './stable-path.ts'

const NAMES =
  'HeadlessChrome|Chrome|Chromium|Firefox|Safari|Edge|Opera|IE|Internet Explorer|PhantomJS|Electron|WebKit|jsdom|Samsung Internet'
const BROWSER = `(?:(?:Mobile|Microsoft) )?(?:${NAMES})(?: (?:Headless|Mobile|iOS|WebView))*`.replaceAll(' ', '[ _]')
/** How Karma and Testem call a browser, with its version and system. In class names, Karma writes `_` for ` ` and `.`. */
const VERSION = new RegExp(`^(${BROWSER})[ _/]\\d+(?:[._]\\d+)+(?:[ _]\\([^()]*\\))?(?=$|\\.| - )`)
/** Testem writes how long a test took into its name. */
const DURATION = /^( - )\[\d+ ms\] - /

/** Where absolute paths of files begin; a route such as `/users/list` is no path. */
const ROOTS =
  'home|Users|root|builds?|var|opt|tmp|private|srv|app|code|usr|mnt|media|data|github|__w|drone|workspaces?|runner|codebuild|vercel|bitrise|project|repo|work'
const FILE = new RegExp(
  `^(?:file://)?(?:[a-z]:[\\\\/]|/(?:${ROOTS})/)[^\\n]*[^\\\\/\\s.][^\\\\/\\s]*\\.[A-Za-z]{1,6}(?:\\.dist)?$`,
  'i',
)

/** The browser in a name, with its version and system. Class names do not tell the dots of a version from spaces. */
export function browserIn(name: string): string | undefined {
  const browser = VERSION.exec(name)?.[0]
  return browser === undefined || /^[^(]*_/.test(browser) ? undefined : browser
}

/** A name of a suite or test without what differs from machine to machine: folders above its file, versions of browsers. */
export function stableName(name: string): string {
  if (FILE.test(name)) return stablePath(name)
  const browser = VERSION.exec(name)
  if (!browser) return name
  const rest = name.slice(browser[0].length)
  return (browser[1] as string).replaceAll('_', ' ') + rest.replace(DURATION, '$1')
}
