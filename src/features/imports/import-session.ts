import { v7 as newId } from 'uuid'
import {
  type ColumnMapping,
  type Import,
  IMPORT_MAX_MB,
  type ImportPreview,
  type ImportUndone,
} from '#shared/imports/import.ts'
import { formatBytes, formatCount } from '#src/lib/format.ts'
import { createStore, useStore } from '#src/lib/store.ts'
import { toastSuccess } from '#src/lib/toast.ts'
import { followImport } from './follow-import.ts'
import { isImportOpen } from './import-request.ts'
import { type ImportRefusal, readImport, sendImport } from './send-import.ts'
import { refreshImported, undoImport, undoneText } from './undo-import.ts'

/* The import that the dialog shows. It is outside React, so that it goes on when the dialog is closed. */

type Step =
  | { step: 'choose' }
  /** The server reads the file. `share`: the sent part of it. */
  | { step: 'reading'; share: number }
  | { step: 'unread'; message: string; canRetry: boolean }
  /** `isOld`: the file is being read with other options. */
  | { step: 'preview'; preview: ImportPreview; isOld: boolean; problem: string | null }
  | { step: 'sending'; preview: ImportPreview; share: number }
  | { step: 'running'; made: Import; isInterrupted: boolean }
  | { step: 'done'; made: Import; isUndoing: boolean }
  | { step: 'undone'; made: Import; undone: ImportUndone }

export type ImportSession = {
  projectId: string
  file: File | null
  /** Null until a column is changed: the server's guess, or the mapping that the project remembers. */
  mapping: ColumnMapping | null
  ignoreRefs: boolean
  skipRefused: boolean
  /** Identifies the import, so that it is not made twice. New for each change of it. */
  key: string
} & Step

type Shown = Extract<ImportSession, { step: 'preview' }>

const EMPTY = { file: null, mapping: null, ignoreRefs: false, skipRefused: false, key: '', step: 'choose' } as const
const session = createStore<ImportSession>({ ...EMPTY, projectId: '' })
let request = new AbortController()

export const useImportSession = () => useStore(session)

/** Whether an import is under way, which closing the dialog does not end. */
const isUnderWay = ({ step }: ImportSession) => step === 'sending' || step === 'running'

export function startSession(projectId: string): void {
  const current = session.get()
  if (current.projectId === projectId && isUnderWay(current)) return
  request.abort()
  session.set({ ...EMPTY, projectId })
}

/** Forgets the file once the dialog has closed. */
export const endSession = () => startSession(session.get().projectId)

const change = (changes: Partial<ImportSession> & Step) => session.set({ ...session.get(), ...changes })

export async function chooseFile(file: File): Promise<void> {
  const { projectId } = session.get()
  session.set({ ...EMPTY, projectId, file, key: newId(), step: 'reading', share: 0 })
  if (file.size > IMPORT_MAX_MB * 1024 * 1024) {
    const message = `The file has ${formatBytes(file.size)}. An import may have ${IMPORT_MAX_MB} MB.`
    return change({ step: 'unread', message, canRetry: false })
  }
  await read()
}

export async function readAgain(): Promise<void> {
  const current = session.get()
  change(current.step === 'preview' ? { ...current, problem: null } : { step: 'reading', share: 0 })
  await read()
}

/** Gives a column another field, or none. A field belongs to one column. */
export async function mapColumn(name: string, field: ColumnMapping[string]): Promise<void> {
  const current = session.get()
  if (current.step !== 'preview') return
  const columns = current.preview.columns.map((column) => {
    if (column.name === name) return { ...column, field }
    return field !== null && column.field === field ? { ...column, field: null } : column
  })
  const mapping = Object.fromEntries(columns.map((column) => [column.name, column.field]))
  await readOther({ ...current, preview: { ...current.preview, columns }, mapping })
}

export async function ignoreRefs(isIgnored: boolean): Promise<void> {
  const current = session.get()
  if (current.step === 'preview') await readOther({ ...current, ignoreRefs: isIgnored })
}

async function readOther(changes: Shown): Promise<void> {
  change({ ...changes, isOld: true, problem: null, skipRefused: false, key: newId() })
  await read()
}

export const skipRefused = (isSkipped: boolean) => {
  const current = session.get()
  if (current.step === 'preview') change({ ...current, skipRefused: isSkipped, key: newId() })
}

/** Reads the file as it is to be imported now. A newer call replaces an older one. */
async function read(): Promise<void> {
  request.abort()
  const { signal } = (request = new AbortController())
  const { projectId, file, ...options } = session.get()
  if (!file) return
  const onProgress = (share: number) => {
    if (!signal.aborted && session.get().step === 'reading') change({ step: 'reading', share })
  }
  try {
    const preview = await readImport({ ...options, projectId, file }, { onProgress, signal })
    change({ step: 'preview', preview, isOld: false, problem: null })
  } catch (error) {
    if (signal.aborted) return
    const { message, canRetry } = error as ImportRefusal
    const current = session.get()
    if (current.step === 'preview') change({ ...current, isOld: true, problem: message })
    else change({ step: 'unread', message, canRetry })
  }
}

/** Imports what the preview shows. */
export async function importFile(): Promise<void> {
  const current = session.get()
  if (current.step !== 'preview' || !current.file) return
  const { projectId, file, preview, key } = current
  const show = (step: Step): boolean => {
    const isCurrent = session.get().key === key
    if (isCurrent) change(step)
    return isCurrent
  }
  show({ step: 'sending', preview, share: 0 })
  const onProgress = (share: number) => show({ step: 'sending', preview, share })
  try {
    const made = await sendImport({ ...current, file }, { onProgress, signal: new AbortController().signal })
    if (!made.isDone) show({ step: 'running', made, isInterrupted: false })
    const done = made.isDone ? made : await followImport(projectId, made, (step) => show({ step: 'running', ...step }))
    if (done) await finish(projectId, done, show)
    else show({ step: 'unread', message: 'This import can no longer be read.', canRetry: false })
  } catch (error) {
    show({ ...current, problem: (error as ImportRefusal).message })
  }
}

/** Shows what was imported, in a toast if the dialog was closed. */
async function finish(projectId: string, made: Import, show: (step: Step) => boolean): Promise<void> {
  await refreshImported(projectId)
  if (show({ step: 'done', made, isUndoing: false }) && isImportOpen()) return
  const run = () => void undoImport(projectId, made).then((undone) => undone && toastSuccess(undoneText(undone)))
  toastSuccess(`${formatCount(made.created + made.updated, 'test case')} imported`, {
    action: { label: 'Undo', run, about: made.id },
  })
}

export async function undoShown(): Promise<void> {
  const current = session.get()
  if (current.step !== 'done') return
  change({ ...current, isUndoing: true })
  const undone = await undoImport(current.projectId, current.made)
  if (session.get().key !== current.key) return
  change(undone ? { step: 'undone', made: current.made, undone } : { ...current, isUndoing: false })
}
