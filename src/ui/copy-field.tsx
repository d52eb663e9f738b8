import { Group, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

type Props = {
  label: string
  value: string
  copyLabel: string
  type?: 'text' | 'password'
  children?: ReactNode
}

export function CopyField({ label, value, copyLabel, type = 'text', children }: Props) {
  return (
    <TextInput
      label={label}
      readOnly
      type={type}
      autoComplete="off"
      value={value}
      classNames={{ input: 'mono' }}
      onFocus={(event) => event.currentTarget.select()}
      rightSectionWidth={children ? 72 : 40}
      rightSection={
        <Group gap={2} wrap="nowrap">
          {children}
          <CopyButton value={value} label={copyLabel} />
        </Group>
      }
    />
  )
}
