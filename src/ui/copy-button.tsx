import { useTimeout } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyAndToast } from '#src/lib/clipboard.ts'
import { IconButton } from './icon-button.tsx'

const COPIED_MS = 1_500

export function CopyButton({ value, label }: { value: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const { start: resetLater } = useTimeout(() => setCopied(false), COPIED_MS)
  const copy = async () => {
    if (!(await copyAndToast(value))) return
    setCopied(true)
    resetLater()
  }
  return <IconButton label={label} icon={isCopied ? IconCheck : IconCopy} onClick={() => void copy()} />
}
