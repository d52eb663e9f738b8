import { useTimeout } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from '#src/lib/clipboard.ts'
import { toastError, toastSuccess } from '#src/lib/toast.ts'
import { IconButton } from './icon-button.tsx'

/** How long the button shows a check mark after copying. */
const COPIED_MS = 1_500

export function CopyButton({ value, label }: { value: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const { start: resetLater } = useTimeout(() => setCopied(false), COPIED_MS)
  const copy = async () => {
    if (!(await copyText(value))) return toastError('Copying is not allowed here: select the text instead')
    setCopied(true)
    resetLater()
    toastSuccess('Copied to clipboard')
  }
  return <IconButton label={label} icon={isCopied ? IconCheck : IconCopy} onClick={() => void copy()} />
}
