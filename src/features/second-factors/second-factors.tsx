import { Anchor, Button, Group, Paper, Text } from '@mantine/core'
import { IconKey, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ask } from '#src/ui/confirm.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { RowError } from '#src/ui/row-error.tsx'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { Section } from '#src/ui/section.tsx'
import { canUsePasskeys } from '../auth/can-use-passkeys.ts'
import { addressForPasskeys } from '../auth/passkeys.ts'
import { AddApp } from './add-app.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { ConfirmYourself } from './confirm-yourself.tsx'
import { FactorRow } from './factor-row.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useFactors } from './use-factors.ts'

/** The second factors of the signed-in user. */
export default function SecondFactors() {
  return (
    <Section
      title="Second Factor"
      hint="Asked for after your password, so that nobody signs in with the password alone. Tokens do without it."
      lists="factor"
    >
      <Factors />
    </Section>
  )
}

function Factors() {
  const [codes, setCodes] = useState<string[]>([])
  return (
    <>
      {/* Shown only once, so also when the factors may not be read any more. */}
      {codes.length > 0 && <RecoveryCodes codes={codes} onDismiss={() => setCodes([])} />}
      <FactorList setCodes={setCodes} />
    </>
  )
}

function FactorList({ setCodes }: { setCodes: (codes: string[]) => void }) {
  const { factors, codesLeft, mustConfirm, error, retry, remove, renew } = useFactors()
  const hasPassword = trpc.auth.profile.useQuery().data?.hasPassword !== false
  const [adding, setAdding] = useState<'app' | 'passkey' | null>(null)
  if (mustConfirm) return <ConfirmYourself />
  if (error !== null) return <RowError message={error} onRetry={retry} />
  if (!factors) return <RowsSkeleton rows={1} height={44} />
  const onAdded = (made: string[]) => {
    setCodes(made)
    setAdding(null)
  }
  const question = 'Are you sure you want to make new recovery codes? The present ones end.'
  return (
    <>
      {factors.length === 0 ? (
        <Text>You have no second factor{hasPassword && ': your password alone signs you in'}.</Text>
      ) : (
        <Paper component="ul" withBorder className="plain-list" aria-label="Second Factors">
          {factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              isLast={factors.length === 1}
              hasPassword={hasPassword}
              onRemove={() => {
                if (factors.length === 1) setCodes([])
                remove(factor)
              }}
            />
          ))}
        </Paper>
      )}
      <Group gap="sm">
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding('app')}>
          Add Authenticator App
        </Button>
        {canUsePasskeys() && (
          <Button
            variant="default"
            leftSection={<IconKey size={16} aria-hidden />}
            onClick={() => setAdding('passkey')}
          >
            Add Passkey
          </Button>
        )}
        {factors.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => ask({ title: 'New Recovery Codes', text: question, action: 'Make' }, () => renew(setCodes))}
          >
            New Recovery Codes
          </Button>
        )}
        {factors.length > 0 && codesLeft !== undefined && (
          <Text c="dimmed" size="sm">
            {formatCount(codesLeft, 'recovery code')} left
          </Text>
        )}
      </Group>
      <PlaceOfPasskeys />
      <Dialog title="Add Authenticator App" opened={adding === 'app'} onClose={() => setAdding(null)}>
        <AddApp onAdded={onAdded} onCancel={() => setAdding(null)} />
      </Dialog>
      <Dialog title="Add Passkey" opened={adding === 'passkey'} onClose={() => setAdding(null)}>
        <AddPasskey onAdded={onAdded} onCancel={() => setAdding(null)} />
      </Dialog>
    </>
  )
}

/** Says where passkeys work to people who run Assay on their own machine. */
function PlaceOfPasskeys() {
  const address = addressForPasskeys()
  if (address === undefined) return null
  return (
    <Text c="dimmed" size="sm">
      Browsers make passkeys for names, not for IP addresses: open{' '}
      <Anchor href={`${address}/profile`}>{address}</Anchor> to add one.
    </Text>
  )
}
