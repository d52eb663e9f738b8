import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export function ErrorBox({ message, children }: { message: string | null; children?: ReactNode }) {
  if (message === null) return null
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} py="xs">
      {message}
      {children}
    </Alert>
  )
}
