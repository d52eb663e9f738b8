import { useSyncExternalStore } from 'react'
import { messageOf } from './errors.ts'
import { Listeners } from './listeners.ts'
import { accessToken, onSessionChange } from './session.ts'

/*
 * One toast at a time. A newer text replaces an older one, but no success hides an error or a warning: they stay above
 * it for the rest of their time.
 */

/** How long a text stays. It stays longer while the toast is hovered. */
export const TOAST_MS = 5_000

/** In the order in which they are shown. */
export const TOAST_KINDS = ['error', 'warning', 'success'] as const
type Kind = (typeof TOAST_KINDS)[number]

type Line = { id: number; text: string }
export type Toast = Readonly<Partial<Record<Kind, Line>>>

const listeners = new Listeners()
const timers: Partial<Record<Kind, ReturnType<typeof setTimeout>>> = {}
let shown: Toast = {}
let lastId = 0

export const toastSuccess = (text: string) => show('success', text)
/** For what has not succeeded yet, but is not lost. */
export const toastWarning = (text: string) => show('warning', text)
export const toastError = (text: string) => show('error', text)

/** The texts shown now. Empty when there is no toast. */
export function useToast(): Toast {
  return useSyncExternalStore(listeners.subscribe, () => shown)
}

export function dismissToast(): void {
  for (const kind of TOAST_KINDS) clearTimeout(timers[kind])
  update({})
}

/** For what failed without a toast of its own: the last success is no longer the latest news. */
export const dismissSuccess = () => update({ ...shown, success: undefined })

/** Stops the time of the toast while it is hovered. Its time starts again afterwards. */
export function holdToast(isHeld: boolean): void {
  for (const kind of TOAST_KINDS) {
    clearTimeout(timers[kind])
    if (!isHeld && shown[kind]) startTimer(kind)
  }
}

function show(kind: Kind, text: string): void {
  // A call of an ended session may still fail: its toast is not for the next user.
  if (accessToken() === null) return
  const kept = kind === 'success' ? shown : { ...shown, success: undefined }
  update({ ...kept, [kind]: { id: ++lastId, text } })
  startTimer(kind)
}

function startTimer(kind: Kind): void {
  clearTimeout(timers[kind])
  timers[kind] = setTimeout(() => update({ ...shown, [kind]: undefined }), TOAST_MS)
}

function update(next: Toast): void {
  shown = next
  listeners.notify()
}

onSessionChange(() => {
  if (accessToken() === null) dismissToast()
})

type Outcome<Data> = {
  onSuccess?: (data: Data) => unknown
  success?: string
  /** Shown when the server gives no message. */
  failure: string
}

/** Mutation options that toast the outcome. The success toast waits for `onSuccess`, which refreshes the page. */
export function withToasts<Data>({ onSuccess, success, failure }: Outcome<Data>) {
  return {
    onSuccess: async (data: Data) => {
      await onSuccess?.(data)
      if (success !== undefined) toastSuccess(success)
    },
    onError: (error: unknown) => toastError(messageOf(error, failure)),
  }
}
