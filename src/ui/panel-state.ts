import { goBack } from '#src/lib/go-back.ts'
import { createStore, useStore } from '#src/lib/store.ts'

/*
 * Whether the case panel is open, and how wide. Module state, so that keys can open it outside React. The width is kept
 * per browser; the panel of each page starts closed, except on wide screens.
 */

/** The parts of the panel that a key can enter. */
export type PanelPart = 'note' | 'defects' | 'steps' | 'diff' | 'history'

export const MIN_WIDTH = 360
export const MAX_WIDTH = 720
const WIDTH = 'casePanelWidth'
const IN_HISTORY = 'casePanel'

/** In narrower windows the panel is a full-screen dialog, because the list would have no room. */
const narrow = matchMedia('(max-width: 60em)')
const wide = matchMedia('(min-width: 100em)')
for (const query of [narrow, wide]) query.addEventListener('change', () => update())

type PanelState = {
  isOpen: boolean
  /** In pixels. */
  width: number
  /** Whether the panel is a full-screen dialog. */
  isDialog: boolean
  entered: PanelPart | null
}

/** Null until the tester has opened or closed the panel. */
let asked: boolean | null = null
let entered: PanelPart | null = null
/** The focus when a key entered a part. */
let from: Element | null = null
const state = createStore(read())

export const panelState = state.get

export function openPanel(): void {
  // The Back button closes the dialog.
  if (narrow.matches && !panelState().isOpen) history.pushState({ [IN_HISTORY]: true }, '')
  asked = true
  update()
}

export function closePanel(): void {
  leavePanel()
  if (isInHistory()) goBack()
}

/** Closes the panel because the screen changes, or because the history has already gone back. */
export function leavePanel(): void {
  asked = false
  entered = null
  update()
}

export const togglePanel = () => (panelState().isOpen ? closePanel() : openPanel())

export function enterPart(part: PanelPart): void {
  entered = part
  from = document.activeElement
  openPanel()
}

/** Whether the focus has moved meanwhile, to more than a row: the part may load late. A dialog takes it when it opens. */
export function hasFocusMoved(): boolean {
  const focused = document.activeElement
  return !panelState().isDialog && focused !== from && focused?.matches('body, [data-cursor-row]') === false
}

/** Called by the part that took the focus, or if the case has no such part. */
export function partEntered(): void {
  entered = null
  update()
}

export function setPanelWidth(width: number): void {
  localStorage.setItem(WIDTH, String(Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))))
  update()
}

export const usePanel = () => useStore(state)

const isInHistory = () => (history.state as Record<string, unknown> | null)?.[IN_HISTORY] === true

window.addEventListener('popstate', () => {
  if (panelState().isDialog && panelState().isOpen && !isInHistory()) leavePanel()
})

function read(): PanelState {
  const kept = Number(localStorage.getItem(WIDTH))
  const width = kept >= MIN_WIDTH && kept <= MAX_WIDTH ? kept : wide.matches ? 560 : 420
  return { isOpen: asked ?? wide.matches, width, isDialog: narrow.matches, entered }
}

function update(): void {
  state.set(read())
}
