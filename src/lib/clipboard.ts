import { basePath } from './base-path.ts'
import { say, toastError, toastSuccess } from './toast.ts'

/** Copies the address of a path, and says so. `name` is what it leads to: 'Link to C12'. */
export async function copyLink(path: string, name: string): Promise<void> {
  say((await copyText(addressOf(path))) ? `${name} copied` : 'The link could not be copied')
}

/** The address of a page, to be opened elsewhere. */
export const addressOf = (path: string) => `${location.origin}${basePath}${path}`

/** Resolves to whether it succeeded. */
export async function copyAndToast(text: string): Promise<boolean> {
  const isCopied = await copyText(text)
  if (isCopied) toastSuccess('Copied to clipboard')
  else toastError('Copying is not allowed here: select the text instead')
  return isCopied
}

/** Pages served over plain HTTP have no clipboard API. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  const focused = document.activeElement
  document.body.append(field)
  field.select()
  // Deprecated, but the only way in an insecure context, which is common in local networks.
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}
