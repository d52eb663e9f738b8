import { Alert } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = { icon: Icon; onDismiss: () => void; children: ReactNode }

/** What an act has made, such as a secret that is shown only this once. It stays until it is dismissed. */
export function SuccessAlert({ icon: Icon, onDismiss, children }: Props) {
  return (
    <Alert
      color="teal"
      role="status"
      icon={<Icon aria-hidden />}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onDismiss}
    >
      {children}
    </Alert>
  )
}
