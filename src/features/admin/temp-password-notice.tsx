import { Group, Text } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { TEMP_PASSWORD_DAYS } from '#shared/admin/admin.ts'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { SuccessAlert } from '#src/ui/success-alert.tsx'

type Props = { name: string; tempPassword: string; onDismiss: () => void }

/** Shows the new password of a user, the only time. */
export function TempPasswordNotice({ name, tempPassword, onDismiss }: Props) {
  return (
    <SuccessAlert icon={IconUserCheck} onDismiss={onDismiss}>
      <Text className="breakable">
        <bdi>{name}</bdi> has a new password and is signed out everywhere.
      </Text>
      <TempPassword password={tempPassword} />
    </SuccessAlert>
  )
}

export function TempPassword({ password }: { password: string }) {
  return (
    <>
      <Text mt={4}>Temporary password, shown only this once. It works for {TEMP_PASSWORD_DAYS} days:</Text>
      <Group gap={4} wrap="nowrap">
        <Text component="code" className="mono breakable" fw={600}>
          {password}
        </Text>
        <CopyButton value={password} label="Copy password" />
      </Group>
    </>
  )
}
