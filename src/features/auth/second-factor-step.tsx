import { Anchor, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactor } from '#shared/auth/factor.ts'
import type { UsedPasskey } from '#shared/auth/passkey.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { ErrorBox } from '#src/ui/error-box.tsx'
import { Form } from '#src/ui/form.tsx'
import { TextButton } from '#src/ui/text-button.tsx'
import { useRefusal } from '#src/ui/use-refusal.ts'
import { AuthCard } from './auth-card.tsx'
import { canUsePasskeys } from './can-use-passkeys.ts'
import { passkeyMessage, promptForPasskey } from './passkeys.ts'

type Proof = { code: string } | { recoveryCode: string } | { ticket: string; passkey: UsedPasskey }

type Props = {
  needed: SecondFactor
  onProof: (proof: Proof) => void
  isBusy: boolean
  refusal: string | null
  onBack: () => void
}

const TEXTS = {
  code: { label: 'Code', hint: 'Enter the code of your authenticator app.', other: 'Use the app' },
  passkey: { label: 'Passkey', hint: 'Confirm with your passkey.', other: 'Use a passkey' },
  recoveryCode: { label: 'Recovery Code', hint: 'Enter one of your recovery codes.', other: 'Use a recovery code' },
}
type Kind = keyof typeof TEXTS

/** Asks for the second factor after the password. */
export default function SecondFactorStep({ needed, onBack, ...form }: Props) {
  const kinds = kindsOf(needed)
  const { refusal, dismiss } = useRefusal(form.refusal)
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'recoveryCode')
  const Step = kind === 'passkey' ? PasskeyStep : ProofForm
  return (
    <AuthCard
      key={kind}
      title="Second factor"
      hint={TEXTS[kind].hint}
      footer={
        <Anchor component="button" type="button" inherit lh="24px" onClick={onBack}>
          Back to Sign In
        </Anchor>
      }
    >
      <Step kind={kind} needed={needed} {...form} refusal={refusal}>
        {kinds
          .filter((other) => other !== kind)
          .map((other) => (
            <TextButton
              key={other}
              onClick={() => {
                setKind(other)
                dismiss()
              }}
            >
              {TEXTS[other].other}
            </TextButton>
          ))}
      </Step>
    </AuthCard>
  )
}

function kindsOf({ methods, passkeyOptions }: SecondFactor): Kind[] {
  const kinds: Kind[] = []
  if (methods.includes('totp')) kinds.push('code')
  if (passkeyOptions && canUsePasskeys()) kinds.push('passkey')
  if (methods.includes('recovery-code')) kinds.push('recoveryCode')
  return kinds
}

type StepProps = Omit<Props, 'onBack'> & { kind: Kind; children: React.ReactNode }

function PasskeyStep({ needed: { ticket, passkeyOptions }, onProof, isBusy, refusal, children }: StepProps) {
  const prompt = useMutation({
    mutationFn: () => promptForPasskey(passkeyOptions ?? {}),
    onSuccess: (passkey) => onProof({ ticket, passkey }),
  })
  const failure = prompt.error ? passkeyMessage(prompt.error, 'Login failed') : refusal
  return (
    <Stack mt="lg" gap="md">
      <ErrorBox message={prompt.isPending ? null : failure} />
      <BusyButton
        data-autofocus
        leftSection={<IconKey size={16} aria-hidden />}
        isBusy={prompt.isPending || isBusy}
        onClick={() => prompt.mutate()}
      >
        Use Passkey
      </BusyButton>
      {children}
    </Stack>
  )
}

function ProofForm({ kind, onProof, isBusy, refusal, children }: StepProps) {
  const { label } = TEXTS[kind]
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (text) => (text.trim() === '' ? `${label} is required` : null) },
  })
  const digits = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const
  return (
    <Form
      mt="lg"
      gap="md"
      form={form}
      onSubmit={({ text }) => onProof(kind === 'code' ? { code: text } : { recoveryCode: text })}
      submitLabel="Continue"
      isBusy={isBusy}
      refusal={refusal}
    >
      <TextInput
        label={label}
        required
        classNames={{ input: 'mono' }}
        {...(kind === 'code' ? digits : { autoComplete: 'off' })}
        {...form.getInputProps('text')}
      />
      {children}
    </Form>
  )
}
