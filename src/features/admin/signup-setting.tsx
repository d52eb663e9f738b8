import { Paper, Skeleton, Switch } from '@mantine/core'
import { useSetSignupEnabled } from './use-admin.ts'

export function SignupSetting({ isEnabled }: { isEnabled: boolean | undefined }) {
  const setSignupEnabled = useSetSignupEnabled()
  return (
    <Paper withBorder p="md">
      {isEnabled === undefined ? (
        <Skeleton h={42} />
      ) : (
        <Switch
          label="Public Signup"
          description={
            isEnabled ? 'Anybody who reaches this server can make an account.' : 'New people join by invite only.'
          }
          checked={isEnabled}
          onChange={(event) => setSignupEnabled.mutate({ enabled: event.currentTarget.checked })}
        />
      )}
    </Paper>
  )
}
