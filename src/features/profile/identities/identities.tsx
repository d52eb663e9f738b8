import { Box, Group, Paper, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Identity } from '#shared/auth/identity.ts'
import { toastSuccess } from '#src/lib/toast.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { ErrorBox } from '#src/ui/error-box.tsx'
import { LastUse, RemovableRow } from '#src/ui/removable-row.tsx'
import { RowError } from '#src/ui/row-error.tsx'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { Section } from '#src/ui/section.tsx'
import { Time } from '#src/ui/time.tsx'
import { useProviderAnswer } from '../../auth/provider-answer.ts'
import { ConfirmYourself } from '../../second-factors/confirm-yourself.tsx'
import { useIdentities } from './use-identities.ts'

/** Accounts at other providers. Only where the administrator has configured some, or the user still has one. */
export default function Identities() {
  const { list, providers, error, retry, ...rest } = useIdentities()
  const answer = useProviderAnswer()
  const { error: refusal, connected } = answer
  useEffect(() => {
    if (connected !== undefined) toastSuccess('Account connected')
  }, [connected])
  if (list?.length === 0 && providers?.length === 0) return null
  const free = providers?.filter(({ id }) => !list?.some(({ providerId }) => providerId === id)) ?? []
  const isAnswered = refusal !== undefined || connected !== undefined
  return (
    <Box ref={isAnswered ? showOnce : null}>
      <Section title="Connected Accounts" hint="Sign you in without your password here." lists="identity">
        <ErrorBox message={rest.refusal ?? refusal ?? null} />
        {error !== null ? (
          <RowError message={error} onRetry={retry} />
        ) : !list ? (
          <RowsSkeleton rows={1} height={44} />
        ) : list.length === 0 ? (
          <Text>No account is connected yet.</Text>
        ) : (
          <Paper component="ul" withBorder className="plain-list" aria-label="Connected Accounts">
            {list.map((identity) => (
              <IdentityRow key={identity.id} identity={identity} onRemove={() => rest.disconnect(identity.id)} />
            ))}
          </Paper>
        )}
        {rest.mustConfirm ? (
          <ConfirmYourself onConfirmed={rest.onConfirmed} />
        ) : (
          free.length > 0 && (
            <Group gap="sm">
              {free.map(({ id, name }) => (
                <BusyButton
                  key={id}
                  variant="default"
                  h="auto"
                  mih={36}
                  py={6}
                  styles={{ label: { whiteSpace: 'normal' } }}
                  leftSection={<IconPlus size={16} aria-hidden />}
                  isBusy={rest.isLeaving}
                  onClick={() => rest.connect(id)}
                >
                  Connect {name}
                </BusyButton>
              ))}
            </Group>
          )
        )}
      </Section>
    </Box>
  )
}

/** Whoever comes back from a provider is at the top of the page. React calls it when the section appears. */
const showOnce = (section: HTMLElement | null) => section?.scrollIntoView({ block: 'center' })

type RowProps = { identity: Identity; onRemove: () => void }

function IdentityRow({ identity: { providerName, email, createdAt, lastUsedAt }, onRemove }: RowProps) {
  const text = `Are you sure you want to disconnect ${providerName}? It signs you in no longer.`
  return (
    <RemovableRow
      name={providerName}
      kind="identity"
      action="Disconnect"
      question={{ title: 'Disconnect Account', text }}
      onRemove={onRemove}
    >
      {email !== null && `${email}, `}connected <Time iso={createdAt} as="moment" />, <LastUse at={lastUsedAt} />
    </RemovableRow>
  )
}
