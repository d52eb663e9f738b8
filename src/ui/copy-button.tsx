import { ActionIcon, Tooltip } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from '#src/lib/clipboard.ts'
import { toastError, toastSuccess } from '#src/lib/toast.ts'

type Props = {
  value: string
  /** What the button is called: 'Copy ID' … */
  label: string
}

const TICK_MS = 1_500

export function CopyButton({ value, label }: Props) {
  const [isCopied, setCopied] = useState(false)
  const { start: untickLater } = useTimeout(() => setCopied(false), TICK_MS)
  const copy = async () => {
    if (!(await copyText(value))) return toastError('Copying is not allowed here: select the text instead')
    setCopied(true)
    untickLater()
    toastSuccess('Copied to clipboard')
  }
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => void copy()}>
        {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
