import { useSyncExternalStore } from 'react'
import { Listeners } from './listeners.ts'
import { accessToken, onSessionChange } from './session.ts'

/* What the status strip shows: up to three toasts side by side, equal ones merged, and the last line said. */

/** How long a text stays. It stays longer while the strip is hovered. */
const TOAST_MS = 5_000
const SIDE_BY_SIDE = 3

/** Most severe first. */
const KINDS = ['error', 'warning', 'success'] as const
export type ToastKind = (typeof KINDS)[number]
/** `about` names the act that it takes back. */
export type ToastAction = { label: 'Undo'; run: () => void; about?: unknown }

export type Toast = {
  id: number
  kind: ToastKind
  text: string
  /** How many equal toasts this one stands for. */
  count: number
  /** One for each of the merged toasts that has one, oldest first. */
  actions: readonly ToastAction[]
}
/** `isQuiet`: only for screen readers, because the strip shows the act in another way. */
type Line = { id: number; text: string; isQuiet: boolean }
type Shown = Readonly<{ toasts: readonly Toast[]; said: Line | null }>

const listeners = new Listeners()
/** By the id of the toast or line. */
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let shown: Shown = { toasts: [], said: null }
let lastId = 0
let isHeld = false

/** One line about an act or a refusal, for the strip and for screen readers. A newer line replaces it. */
export const say = (text: string): void => sayLine(text, false)

/** Names an act for screen readers only: a toast shows it. */
export const announce = (text: string): void => sayLine(text, true)

function sayLine(text: string, isQuiet: boolean): void {
  if (accessToken() === null) return
  if (shown.said) stopTimer(shown.said.id)
  const said = { id: ++lastId, text, isQuiet }
  update({ ...shown, said })
  startTimer(said.id)
}

export function useToasts(): Shown {
  return useSyncExternalStore(listeners.subscribe, () => shown)
}

export function dismissToast(id: number): void {
  stopTimer(id)
  update({
    toasts: shown.toasts.filter((toast) => toast.id !== id),
    said: shown.said?.id === id ? null : shown.said,
  })
}

/** Takes back the newest of the merged acts. The toast stays for the others. */
export function runAction({ id, actions, count }: Toast): void {
  if (count > 1) {
    replace(id, { actions: actions.slice(0, -1), count: count - 1 })
    startTimer(id)
  } else dismissToast(id)
  actions.at(-1)?.run()
}

/** For an act that was taken back elsewhere: its toast offers that no more. */
export function withdrawAction(about: unknown): void {
  for (const { id, actions } of shown.toasts)
    if (actions.some((action) => action.about === about))
      replace(id, { actions: actions.filter((action) => action.about !== about) })
}

/** For what failed without a toast of its own: the last success is no longer the latest news. */
export function dismissSuccess(): void {
  for (const { id, kind } of shown.toasts) if (kind === 'success') dismissToast(id)
}

/** Stops the time of all texts while the strip is hovered, also of new ones. It starts again afterwards. */
export function holdToasts(isHovered: boolean): void {
  if (isHeld === isHovered) return
  isHeld = isHovered
  for (const { id } of [...shown.toasts, ...(shown.said ? [shown.said] : [])]) startTimer(id)
}

/** A fourth toast takes the room of the least severe one. */
export function showToast(kind: ToastKind, text: string, action?: ToastAction): void {
  // A call of an ended session may still fail: its toast is not for the next user.
  if (accessToken() === null) return
  const actions = action ? [action] : []
  const equal = shown.toasts.find((toast) => toast.kind === kind && toast.text === text)
  if (equal) {
    replace(equal.id, { count: equal.count + 1, actions: [...equal.actions, ...actions] })
    return startTimer(equal.id)
  }
  const leaving = shown.toasts.length < SIDE_BY_SIDE ? undefined : leastSevere(shown.toasts)
  if (leaving) dismissToast(leaving.id)
  const toast = { id: ++lastId, kind, text, count: 1, actions }
  update({ ...shown, toasts: [...shown.toasts, toast] })
  startTimer(toast.id)
}

/** The toast that makes room for a new one. Successes go before warnings, warnings before errors, oldest first. */
function leastSevere(toasts: readonly Toast[]): Toast | undefined {
  return toasts.toSorted((a, b) => KINDS.indexOf(b.kind) - KINDS.indexOf(a.kind))[0]
}

function replace(id: number, change: Partial<Toast>): void {
  update({ ...shown, toasts: shown.toasts.map((toast) => (toast.id === id ? { ...toast, ...change } : toast)) })
}

function startTimer(id: number): void {
  stopTimer(id)
  if (isHeld) return
  timers.set(
    id,
    setTimeout(() => dismissToast(id), TOAST_MS),
  )
}

function stopTimer(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

function update(next: Shown): void {
  shown = next
  listeners.notify()
}

onSessionChange(() => {
  if (accessToken() !== null) return
  for (const id of timers.keys()) stopTimer(id)
  update({ toasts: [], said: null })
})
