import {
  Alert,
  Grid,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Table,
  Tabs,
  Text,
  Title,
} from '@mantine/core'
import { IconHistory, IconShieldLock, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { messageOf } from '#src/lib/errors.ts'
import { DescribedSwitch } from '#src/ui/described-switch.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { PageLoader } from '#src/ui/page-loader.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'
import { Tokens } from '../api-tokens/tokens.ts'
import { CreateUserForm } from './create-user-form.tsx'
import {
  useAdminData,
  useSetMfaRequired,
  useSetPasswordPolicy,
  useSetSignupEnabled,
  useUserActions,
} from './use-admin.ts'
import type { MfaRequired } from '#shared/auth/mfa-required.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'
import { useProgressive } from '#src/ui/use-progressive.ts'
import { TempPasswordNotice } from './temp-password-notice.tsx'
import { UserRow } from './user-row.tsx'
import classes from './user-table.module.css'
import type { AdminStats, ListedUser } from '#shared/admin/admin.ts'

const AuditLog = lazy(async () => ({ default: (await import('../audit/audit-log.tsx')).AuditLog }))

export default function AdminPage() {
  usePageTitle('Admin Panel')
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const tab = params.get('tab') === 'audit' ? 'audit' : 'overview'
  return (
    <>
      <Title order={1} mb="sm">
        Admin Panel
      </Title>
      <Tabs
        value={tab}
        onChange={(next) => navigate(next === 'audit' ? '/admin?tab=audit' : '/admin')}
        keepMounted={false}
      >
        <Tabs.List aria-label="Admin Panel" mb="lg">
          <Tabs.Tab value="overview" leftSection={<IconUsers size={16} aria-hidden />}>
            Overview
          </Tabs.Tab>
          <Tabs.Tab value="audit" leftSection={<IconHistory size={16} aria-hidden />}>
            Audit Log
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <Suspense fallback={<PageLoader />}>
            <AuditLog />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Overview() {
  const { stats, users, settings, error, retry } = useAdminData()
  if (error) return <ErrorState message={messageOf(error, 'Failed to load admin data')} onRetry={retry} />
  return (
    <Stack gap="lg">
      <StatCards stats={stats} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            {users ? <UserTable users={users} /> : <Skeleton h={360} />}
            <Tokens of="all" />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="md">
            <SignupSetting isEnabled={settings?.signup_enabled} />
            {settings && <PasswordSetting isStrong={settings.passwordPolicy === 'strong'} />}
            {settings && <MfaSetting required={settings.mfaRequired ?? 'off'} />}
            <CreateUserForm isMailOn={settings?.mail_enabled === true} />
            <Alert color="gray" icon={<IconShieldLock aria-hidden />} title="Security Notice">
              Administrators can create, deactivate and delete accounts; make as few as you can. Administrators
              themselves cannot be deactivated or deleted here. Hand out a temporary password by a safe way: it must be
              changed at the first sign-in.
            </Alert>
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

function SignupSetting({ isEnabled }: { isEnabled: boolean | undefined }) {
  const setSignupEnabled = useSetSignupEnabled()
  return (
    <Paper withBorder p="md">
      {isEnabled === undefined ? (
        <Skeleton h={42} />
      ) : (
        <DescribedSwitch
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

function PasswordSetting({ isStrong }: { isStrong: boolean }) {
  const setPasswordPolicy = useSetPasswordPolicy()
  return (
    <Paper withBorder p="md">
      <DescribedSwitch
        label="Strong Passwords"
        description={
          isStrong
            ? 'New passwords have at least 15 characters and are not common ones.'
            : 'New passwords have at least 6 characters.'
        }
        checked={isStrong}
        onChange={(event) => setPasswordPolicy(event.currentTarget.checked ? 'strong' : 'spec')}
      />
    </Paper>
  )
}

const MFA_CHOICES: { value: MfaRequired; label: string }[] = [
  { value: 'off', label: 'Nobody' },
  { value: 'admins', label: 'Administrators' },
  { value: 'everyone', label: 'Everyone' },
]

function MfaSetting({ required }: { required: MfaRequired }) {
  const { setMfaRequired, isPending } = useSetMfaRequired()
  return (
    <Paper withBorder p="md">
      <NativeSelect
        label="Second Factor Required"
        description="Who must set up a second factor to go on."
        data={MFA_CHOICES}
        value={required}
        // Disabled, it would lose the focus.
        aria-busy={isPending}
        onChange={(event) => isPending || setMfaRequired(event.currentTarget.value as MfaRequired)}
      />
    </Paper>
  )
}

function UserTable({ users }: { users: ListedUser[] }) {
  const { reset, dismiss, ...acts } = useUserActions()
  const { shown, endRef } = useProgressive(users)
  return (
    <Paper withBorder component="section" aria-labelledby="users" className={classes.panel}>
      <Group component="header" justify="space-between" align="baseline" wrap="nowrap" px="md" py="sm">
        <Title order={2} id="users">
          Users
        </Title>
        <Text c="dimmed" size="sm">
          {formatCount(users.length, 'user')}
        </Text>
      </Group>
      {reset && <TempPasswordNotice {...reset} onDismiss={dismiss} />}
      <Table layout="fixed" verticalSpacing={8} horizontalSpacing="md" className={classes.table}>
        <Table.Thead className="unseen-on-phone">
          <Table.Tr>
            <Table.Th>User</Table.Th>
            <Table.Th w={110}>Status</Table.Th>
            <Table.Th w={130}>Created</Table.Th>
            <Table.Th w={220} ta="right">
              Actions
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((user) => (
            <UserRow key={user.id} user={user} acts={acts} />
          ))}
        </Table.Tbody>
      </Table>
      <div ref={endRef} />
    </Paper>
  )
}

const CARDS: [label: string, field: keyof AdminStats][] = [
  ['Total Users', 'totalUsers'],
  ['Active Users', 'activeUsers'],
  ['Admin Users', 'adminUsers'],
  ['Total Projects', 'totalProjects'],
]

function StatCards({ stats }: { stats: AdminStats | undefined }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
      {CARDS.map(([label, field]) => (
        <Paper key={field} component="dl" withBorder m={0} px="md" py="sm">
          <Text component="dt" c="dimmed" size="sm">
            {label}
          </Text>
          <Group component="dd" m={0} h={28} fz="xl" fw={600} lts="-0.01em">
            {stats ? formatNumber(stats[field]) : <Skeleton h={28} w={48} />}
          </Group>
        </Paper>
      ))}
    </SimpleGrid>
  )
}
