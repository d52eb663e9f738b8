import { accessToken, onSessionChange } from './session.ts'
import { createStore, useStore } from './store.ts'

/* The content of the status strip: up to three toasts side by side, equal ones merged, and the latest line. */

/** How long a text is shown. It stays longer while the strip is hovered. */
const TOAST_MS = 5_000
const SIDE_BY_SIDE = 3

/** Most severe first. */
const KINDS = ['error', 'warning', 'success'] as const
export type ToastKind = (typeof KINDS)[number]
/** `about` identifies the act that it undoes. */
export type ToastAction = { label: 'Undo'; run: () => void; about?: unknown }

export type Toast = {
  id: number
  kind: ToastKind
  text: string
  count: number
  /** One for each merged toast that has an action, oldest first. */
  actions: readonly ToastAction[]
}
/** `isQuiet`: only for screen readers, because the strip shows the act in another way. */
type Line = { id: number; text: string; isQuiet: boolean }
type Shown = Readonly<{ toasts: readonly Toast[]; said: Line | null }>

/** By the id of the toast or line. */
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const shown = createStore<Shown>({ toasts: [], said: null })
let lastId = 0
let isHeld = false

/** Shows a line about an act or a refusal in the strip, and to screen readers. A newer line replaces it. */
export const say = (text: string): void => sayLine(text, false)

/** Announces an act to screen readers only: a toast shows it. */
export const announce = (text: string): void => sayLine(text, true)

function sayLine(text: string, isQuiet: boolean): void {
  if (accessToken() === null) return
  const earlier = shown.get().said
  if (earlier) stopTimer(earlier.id)
  const said = { id: ++lastId, text, isQuiet }
  shown.set({ ...shown.get(), said })
  startTimer(said.id)
}

export const useToasts = (): Shown => useStore(shown)

export function dismissToast(id: number): void {
  stopTimer(id)
  shown.set({
    toasts: shown.get().toasts.filter((toast) => toast.id !== id),
    said: shown.get().said?.id === id ? null : shown.get().said,
  })
}

/** Undoes the newest of the merged acts. The toast stays for the others. */
export function runAction({ id, actions, count }: Toast): void {
  if (count > 1) {
    replace(id, { actions: actions.slice(0, -1), count: count - 1 })
    startTimer(id)
  } else dismissToast(id)
  actions.at(-1)?.run()
}

/** For an act that was undone elsewhere: its toast stops offering that. */
export function withdrawAction(about: unknown): void {
  for (const { id, actions } of shown.get().toasts)
    if (actions.some((action) => action.about === about))
      replace(id, { actions: actions.filter((action) => action.about !== about) })
}

/** For a failure without a toast: the last success is no longer the latest news. */
export function dismissSuccess(): void {
  for (const { id, kind } of shown.get().toasts) if (kind === 'success') dismissToast(id)
}

/** Pauses the timers of all texts while the strip is hovered, also of new ones, and restarts them afterwards. */
export function holdToasts(isHovered: boolean): void {
  if (isHeld === isHovered) return
  isHeld = isHovered
  const { toasts, said } = shown.get()
  for (const { id } of said ? [...toasts, said] : toasts) startTimer(id)
}

/** A fourth toast replaces the least severe one. */
export function showToast(kind: ToastKind, text: string, action?: ToastAction): void {
  // A call of an ended session may still fail. Its toast is not for the next user.
  if (accessToken() === null) return
  const actions = action ? [action] : []
  const equal = shown.get().toasts.find((toast) => toast.kind === kind && toast.text === text)
  if (equal) {
    replace(equal.id, { count: equal.count + 1, actions: [...equal.actions, ...actions] })
    return startTimer(equal.id)
  }
  const leaving = shown.get().toasts.length < SIDE_BY_SIDE ? undefined : leastSevere(shown.get().toasts)
  if (leaving) dismissToast(leaving.id)
  const toast = { id: ++lastId, kind, text, count: 1, actions }
  shown.set({ ...shown.get(), toasts: [...shown.get().toasts, toast] })
  startTimer(toast.id)
}

/** The toast that a new one replaces: successes before warnings before errors, oldest first. */
function leastSevere(toasts: readonly Toast[]): Toast | undefined {
  return toasts.toSorted((a, b) => KINDS.indexOf(b.kind) - KINDS.indexOf(a.kind))[0]
}

function replace(id: number, change: Partial<Toast>): void {
  shown.set({
    ...shown.get(),
    toasts: shown.get().toasts.map((toast) => (toast.id === id ? { ...toast, ...change } : toast)),
  })
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

onSessionChange(() => {
  if (accessToken() !== null) return
  for (const id of timers.keys()) stopTimer(id)
  shown.set({ toasts: [], said: null })
})
