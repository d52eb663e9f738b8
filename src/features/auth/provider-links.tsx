import { Button, Stack } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import type { Provider } from '#shared/auth/identity.ts'
import { addressOf } from './provider-answer.ts'

type Props = { providers: Provider[]; to: string }

/** Links that leave for providers, and come back to the page `to`. */
export function ProviderLinks({ providers, to }: Props) {
  return (
    <Stack gap="xs">
      {providers.map((provider) => (
        <Button
          key={provider.id}
          component="a"
          href={addressOf(provider, to)}
          variant="default"
          h="auto"
          mih={36}
          py={6}
          styles={{ label: { whiteSpace: 'normal' } }}
          leftSection={<IconLogin2 size={16} aria-hidden />}
        >
          Sign in with {provider.name}
        </Button>
      ))}
    </Stack>
  )
}
