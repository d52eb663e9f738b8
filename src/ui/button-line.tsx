import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './button-line.module.css'

/** The buttons below the content of a dialog. A sticky line stays in view while the content scrolls. */
export function ButtonLine({ isSticky = false, children }: { isSticky?: boolean; children: ReactNode }) {
  return (
    <Group justify="flex-end" mt="xs" {...(isSticky && { className: classes.sticky ?? '' })}>
      {children}
    </Group>
  )
}
