import { Stack, Text, Title } from '@mantine/core'
import type { ComponentType } from 'react'
import { useSessionUser } from '#src/lib/session.ts'
import { usePageTitle } from '#src/ui/page-title.ts'
import { NoticeSettings } from '../notices/notice-settings.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Name } from './account/name.tsx'
import { Password } from './account/password.tsx'
import { Devices } from './devices/devices.tsx'
import { MyData } from './my-data/my-data.tsx'
import { SecondFactors } from '../second-factors/factors.ts'
import { Tokens } from '../api-tokens/tokens.ts'

const Identities = lazyPart(() => import('./identities/identities.tsx'))

/** The sections of the page, from top to bottom. */
const SECTIONS: Record<string, ComponentType> = {
  name: Name,
  password: Password,
  notices: NoticeSettings,
  devices: Devices,
  factors: SecondFactors,
  identities: Identities,
  tokens: () => <Tokens of="me" />,
  data: MyData,
}

/** The account of the signed-in user. */
export default function ProfilePage() {
  usePageTitle('Profile')
  const user = useSessionUser()
  return (
    <Stack gap="md" maw={720}>
      <div>
        <Title order={1}>Profile</Title>
        <Text c="dimmed" className="breakable" dir="auto">
          {user?.name}
        </Text>
      </div>
      {Object.entries(SECTIONS).map(([name, Part]) => (
        <Part key={name} />
      ))}
    </Stack>
  )
}
