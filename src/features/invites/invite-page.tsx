import { Button, Skeleton, Stack } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { AuthCard } from '#src/features/auth/auth-card.tsx'
import { isServerAnswer, messageOf } from '#src/lib/errors.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ErrorBox } from '#src/ui/error-box.tsx'
import { GoToLogin } from './go-to-login.tsx'
import { AcceptInviteForm } from './accept-invite-form.tsx'

export default function InvitePage() {
  const token = useSearchParams()[0].get('token')
  return token ? <Invitation token={token} /> : <Refusal message="Invalid invite link - no token provided" />
}

function Invitation({ token }: { token: string }) {
  const { data: invite, error, refetch } = trpc.invites.validate.useQuery({ token }, { staleTime: Infinity })
  if (invite) return <AcceptInviteForm token={token} invite={invite} />
  if (!error) return <InviteSkeleton />
  const retry = isServerAnswer(error) ? undefined : () => void refetch()
  return <Refusal message={messageOf(error, 'Invalid or expired invite link')} onRetry={retry} />
}

function Refusal({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  return (
    <AuthCard title="This invite cannot be used">
      <Stack mt="md" align="start">
        <ErrorBox message={message} />
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            Retry
          </Button>
        )}
        <GoToLogin after={message} />
      </Stack>
    </AuthCard>
  )
}

function InviteSkeleton() {
  return (
    <AuthCard title="You are invited">
      <Stack mt="md" aria-busy>
        <Skeleton h={20} w="70%" />
        <Skeleton h={56} />
        <Skeleton h={56} />
        <Skeleton h={56} />
        <Skeleton h={36} />
      </Stack>
    </AuthCard>
  )
}
