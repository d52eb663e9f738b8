import { Alert, Grid, Skeleton, Stack, Title } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { messageOf } from '#src/lib/errors.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'
import { CreateUserForm } from './create-user-form.tsx'
import { SignupSetting } from './signup-setting.tsx'
import { StatCards } from './stat-cards.tsx'
import { useAdminData } from './use-admin.ts'
import { UserTable } from './user-table.tsx'

export default function AdminPage() {
  usePageTitle('Admin Panel')
  const { stats, users, settings, error, retry } = useAdminData()
  return (
    <>
      <Title order={1} mb="lg">
        Admin Panel
      </Title>
      {error ? (
        <ErrorState message={messageOf(error, 'Failed to load admin data')} onRetry={retry} />
      ) : (
        <Stack gap="lg">
          <StatCards stats={stats} />
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 8 }}>{users ? <UserTable users={users} /> : <Skeleton h={360} />}</Grid.Col>
            <Grid.Col span={{ base: 12, md: 4 }}>
              <Stack gap="md">
                <SignupSetting isEnabled={settings?.signup_enabled} />
                <CreateUserForm />
                <Alert color="gray" icon={<IconShieldLock aria-hidden />} title="Security Notice">
                  Administrators can create, deactivate and delete accounts; make as few as you can. Administrators
                  themselves cannot be deactivated or deleted here. Hand out a temporary password by a safe way: it must
                  be changed at the first sign-in.
                </Alert>
              </Stack>
            </Grid.Col>
          </Grid>
        </Stack>
      )}
    </>
  )
}
