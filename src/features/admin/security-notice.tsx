import { Alert } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'

export function SecurityNotice() {
  return (
    <Alert color="gray" icon={<IconShieldLock aria-hidden />} title="Security Notice">
      Administrators can create, deactivate and delete accounts; make as few as you can. Administrators themselves
      cannot be deactivated or deleted here. Hand out a temporary password by a safe way: it must be changed at the
      first sign-in.
    </Alert>
  )
}
