import { Box, Button, Skeleton, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { accessToken, saveSession, useSessionUser } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { RowError } from '#src/ui/row-error.tsx'
import { TextButton } from '#src/ui/text-button.tsx'
import { AuthCard } from '../auth/auth-card.tsx'
import { LogoutButton } from '../auth/logout-button.tsx'
import { canUsePasskeys } from '../auth/can-use-passkeys.ts'
import { useFrom } from '../auth/use-from.ts'
import { AddApp } from './add-app.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { ConfirmYourself } from './confirm-yourself.tsx'
import { RecoveryCodeList } from './recovery-codes.tsx'
import { useFactors } from './use-factors.ts'

/** Shown to users who must have a second factor and have none. */
export default function SetUpFactorPage() {
  return (
    <AuthCard
      title="Set up a second factor"
      hint="Your administrators require one. It is asked for after your password."
      footer={<LogoutButton />}
    >
      <Box mt="lg">
        <Steps />
      </Box>
    </AuthCard>
  )
}

function Steps() {
  const { factors, mustConfirm, error, retry } = useFactors()
  const [codes, setCodes] = useState<string[] | null>(null)
  const isRequired = useIsRequired()
  if (codes) return <Done codes={codes} />
  if (!isRequired) return <GoOn />
  if (mustConfirm) return <ConfirmYourself />
  if (error !== null) return <RowError message={error} onRetry={retry} />
  if (!factors) return <Skeleton h={320} />
  // Set up in another window.
  if (factors.length > 0) return <Done codes={[]} />
  return <AppOrPasskey onAdded={setCodes} />
}

function AppOrPasskey({ onAdded }: { onAdded: (recoveryCodes: string[]) => void }) {
  const [isPasskey, setPasskey] = useState(false)
  const Add = isPasskey ? AddPasskey : AddApp
  return (
    <Stack>
      <Add onAdded={onAdded} />
      {canUsePasskeys() && (
        <TextButton onClick={() => setPasskey(!isPasskey)}>
          {isPasskey ? 'Use an authenticator app' : 'Use a passkey'}
        </TextButton>
      )}
    </Stack>
  )
}

/** False if no second factor is required any more. Read once: a later answer could hide new recovery codes. */
function useIsRequired(): boolean {
  const { data, isFetchedAfterMount } = trpc.auth.profile.useQuery(undefined, {
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return !data || !isFetchedAfterMount || data.mustSetUpFactor === true
}

/** Leads on at once. */
function GoOn() {
  const goOn = useGoOn()
  useEffect(goOn)
  return null
}

function useGoOn(): () => void {
  const [, navigate] = useLocation()
  const user = useSessionUser()
  const from = useFrom()
  return () => {
    const token = accessToken()
    if (user && token) saveSession(token, { ...user, mustSetUpFactor: false })
    navigate(from, { replace: true })
  }
}

function Done({ codes }: { codes: string[] }) {
  const goOn = useGoOn()
  return (
    <Stack>
      {codes.length > 0 && <RecoveryCodeList codes={codes} />}
      <Button onClick={goOn}>Continue</Button>
    </Stack>
  )
}
