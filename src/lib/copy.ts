import { copyText } from './clipboard.ts'
import { toastError, toastSuccess } from './toast.ts'

export async function copyAndToast(text: string): Promise<boolean> {
  const isCopied = await copyText(text)
  if (isCopied) toastSuccess('Copied to clipboard')
  else toastError('Copying is not allowed here: select the text instead')
  return isCopied
}
