import { Alert, Group, Text } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { type CreatedUser, TEMP_PASSWORD_DAYS } from '#shared/admin/admin.ts'
import { CopyButton } from '#src/ui/copy-button.tsx'

/** Confirms the new user, with the temporary password if the server generated one. */
export function CreatedUserNotice({ user, onDismiss }: { user: CreatedUser; onDismiss: () => void }) {
  return (
    <Alert
      color="teal"
      icon={<IconUserCheck aria-hidden />}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onDismiss}
    >
      <Text className="breakable">
        {user.name} can sign in as {user.email}.
      </Text>
      {user.tempPassword !== null && (
        <>
          <Text mt={4}>Temporary password, shown only this once. It works for {TEMP_PASSWORD_DAYS} days:</Text>
          <Group gap={4} wrap="nowrap">
            <Text component="code" className="mono breakable" fw={600}>
              {user.tempPassword}
            </Text>
            <CopyButton value={user.tempPassword} label="Copy password" />
          </Group>
        </>
      )}
    </Alert>
  )
}
