import { basePath, openScreen } from '../lib/base-path.ts'
import { keepEarlyAnswer } from './early-answers.ts'
import { type Call, firstCalls, nextCalls } from './first-calls.ts'
import { screenAt, SCREENS } from './screens.ts'

/*
 * Inlined at the start of the page: requests the data and code of the screen, and colours the skeleton. Without it, for
 * example if a proxy forbids inline scripts, the app works but starts later.
 */

/** The files of each screen, relative to the root of the build. Written by page-plugin.ts. */
declare const SCREEN_FILES: string[][]

/** Mantine's storage key for the chosen colour scheme. */
const SCHEME = 'mantine-color-scheme-value'

const NOT_LOADED = 'Assay could not be loaded. The server may be restarting.'
const NO_STORAGE = 'Assay keeps your session in this browser. Allow this site to store data, then reload the page.'

window.addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && onNoStart(NOT_LOADED), true)

const token = stored('accessToken')
const visit = { ...openScreen(), isSignedIn: token !== null, user: storedUser() }

showSkeleton()
ask(firstCalls(visit))
preload()

/** Browsers that forbid a site to store data throw. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    onNoStart(NO_STORAGE)
    return null
  }
}

/** Says in place of the skeleton why the app does not start. It would show "Loading" for good. */
function onNoStart(reason: string): void {
  const outline = document.querySelector('.outline')
  // Without a skeleton, the page is still being read.
  if (!outline) return document.addEventListener('DOMContentLoaded', () => onNoStart(reason), { once: true })
  const text = document.createElement('p')
  text.textContent = reason
  const reload = document.createElement('button')
  reload.textContent = 'Reload'
  reload.addEventListener('click', () => location.reload())
  outline.removeAttribute('aria-busy')
  outline.setAttribute('role', 'alert')
  outline.replaceChildren(text, reload)
}

function storedUser() {
  try {
    return JSON.parse(stored('user') ?? 'null') as {
      isAdmin?: boolean
      mustResetPassword?: boolean
    } | null
  } catch {
    return null
  }
}

function showSkeleton(): void {
  const chosen = stored(SCHEME)
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const { dataset } = document.documentElement
  dataset['mantineColorScheme'] = isDark ? 'dark' : 'light'
  dataset['outline'] = screenAt(visit.path, visit.isSignedIn).outline
}

/** Sends queries as one batch, in the format of tRPC's batch link. */
function ask(calls: Call[]): void {
  if (calls.length === 0) return
  const input = encodeURIComponent(JSON.stringify(Object.fromEntries(calls.map(({ input }, index) => [index, input]))))
  const url = `${basePath}/trpc/${calls.map(({ path }) => path).join(',')}?batch=1&input=${input}`
  const answers = answersOf(fetch(url, token === null ? {} : { headers: { authorization: `Bearer ${token}` } }))
  for (const [index, call] of calls.entries()) {
    const data = answers.then((batch) => (batch[index] as Batch[number]).result.data)
    keepEarlyAnswer(call, token, data)
    void data.then((answer) => ask(nextCalls(call, answer, visit))).catch(() => undefined)
  }
}

type Batch = { result: { data: unknown } }[]

async function answersOf(response: Promise<Response>): Promise<Batch> {
  const answer = await response
  // The status decides, as in the session rule: a 401 may have any body.
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  return (await answer.json()) as Batch
}

function preload(): void {
  for (const file of SCREEN_FILES[SCREENS.indexOf(screenAt(visit.path, visit.isSignedIn))] ?? []) {
    const link = document.createElement('link')
    link.href = `${basePath}/${file}`
    link.crossOrigin = ''
    if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' })
    else link.rel = 'modulepreload'
    document.head.append(link)
  }
}
