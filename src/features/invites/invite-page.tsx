import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { NewPassword } from '#shared/fields.ts'
import { AcceptInvite } from '#shared/invites/accept-invite.ts'
import { type Invite, INVITE_HOURS } from '#shared/invites/invite.ts'
import { AuthCard } from '#src/features/auth/auth-card.tsx'
import SecondFactorStep from '#src/features/auth/second-factor-step.tsx'
import { PASSWORD, PasswordPair, usePasswordForm } from '#src/features/auth/password-pair.tsx'
import { usePasswordHint } from '#src/features/auth/use-sign-up.ts'
import { isServerAnswer, messageOf, secondFactorOf } from '#src/lib/errors.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ErrorBox } from '#src/ui/error-box.tsx'
import { Form } from '#src/ui/form.tsx'
import { GoToLogin } from './go-to-login.tsx'

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

// No existing account has a shorter password, so the minimum length applies to existing users too.
const schema = AcceptInvite.pick({ name: true }).extend({ password: NewPassword })

function AcceptInviteForm({ token, invite }: { token: string; invite: Invite }) {
  const accept = trpc.invites.accept.useMutation()
  const prove = trpc.invites.accept.useMutation()
  const form = usePasswordForm(schema, { name: '' }, PASSWORD)
  const hint = usePasswordHint()
  const refusal = accept.error && messageOf(accept.error, 'Failed to accept invite')
  const accepted = prove.data ?? accept.data
  if (accepted) return <Welcome message={accepted.message} />
  // A refused proof has the ticket of the next one.
  const needed = secondFactorOf(prove.error) ?? secondFactorOf(accept.error)
  if (needed)
    return (
      <SecondFactorStep
        needed={needed}
        onProof={(proof) => prove.mutate({ ...form.getValues(), token, ...proof })}
        isBusy={prove.isPending}
        refusal={prove.error && messageOf(prove.error, 'Failed to accept invite')}
        onBack={() => {
          accept.reset()
          prove.reset()
        }}
      />
    )
  return (
    <AuthCard title={`Join ${invite.projectName}`} hint={<InvitedAs invite={invite} />}>
      <Form
        mt="lg"
        gap="md"
        form={form}
        onSubmit={({ name, password }) => accept.mutate({ token, name, password })}
        submitLabel="Accept Invite"
        isBusy={accept.isPending}
        refusal={refusal}
        footer={<GoToLogin after={refusal} />}
      >
        <TextInput label="Full Name" autoComplete="name" {...form.getInputProps('name')} />
        {/* Password managers would store the password with the full name, which signs nobody in. */}
        <input type="email" autoComplete="username" value={invite.email} readOnly hidden />
        <PasswordPair form={form} texts={PASSWORD} description={hint} />
        <Text c="dimmed" size="sm">
          Already have an account? Just enter your current password; your name stays as it is.
        </Text>
      </Form>
    </AuthCard>
  )
}

function InvitedAs({ invite }: { invite: Invite }) {
  return (
    <>
      You are invited as <b>{invite.email}</b>. The invite expires in {INVITE_HOURS} hours, on{' '}
      {formatDateTime(invite.expiresAt)}.
    </>
  )
}

const REDIRECT_MS = 3_000

/** Shown after an invite is accepted, then redirects to sign-in. */
function Welcome({ message }: { message: string }) {
  const [, navigate] = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => navigate('/login', { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <AuthCard title={message}>
      <Text c="dimmed" mt={4} aria-live="polite">
        You are a member now. Taking you to sign-in…
      </Text>
    </AuthCard>
  )
}
