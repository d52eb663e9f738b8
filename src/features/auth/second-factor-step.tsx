import { Anchor, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { SecondFactor } from '#shared/auth/factor.ts'
import { Form } from '#src/ui/form.tsx'
import { AuthCard } from './auth-card.tsx'

type Proof = { code: string } | { recoveryCode: string }

type Props = {
  needed: SecondFactor
  onProof: (proof: Proof) => void
  isBusy: boolean
  refusal: string | null
  onBack: () => void
}

const TEXTS = {
  code: { label: 'Code', hint: 'Enter the code of your authenticator app.', other: 'Use a recovery code' },
  recoveryCode: { label: 'Recovery Code', hint: 'Enter one of your recovery codes.', other: 'Use the app' },
}

/** Asks for what a sign-in lacks after the password. */
export default function SecondFactorStep({ needed: { methods }, onBack, ...form }: Props) {
  const hasApp = methods.includes('totp')
  const [kind, setKind] = useState<keyof typeof TEXTS>(hasApp ? 'code' : 'recoveryCode')
  const other = kind === 'code' ? 'recoveryCode' : 'code'
  const { hint, other: otherText } = TEXTS[kind]
  return (
    <AuthCard
      key={kind}
      title="Second factor"
      hint={hint}
      footer={
        <Anchor component="button" type="button" inherit lh="24px" onClick={onBack}>
          Back to Sign In
        </Anchor>
      }
    >
      <ProofForm kind={kind} {...form}>
        {hasApp && methods.includes('recovery-code') && (
          <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setKind(other)}>
            {otherText}
          </Anchor>
        )}
      </ProofForm>
    </AuthCard>
  )
}

type ProofFormProps = Pick<Props, 'onProof' | 'isBusy' | 'refusal'> & {
  kind: keyof typeof TEXTS
  children: React.ReactNode
}

function ProofForm({ kind, onProof, isBusy, refusal, children }: ProofFormProps) {
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
