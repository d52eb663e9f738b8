import { Button, Stack, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { messageOf } from '#src/lib/errors.ts'
import { ErrorBox } from '#src/ui/error-box.tsx'

type Props = {
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void
  call: { error: unknown; isPending: boolean }
  /** What is told when the server has no words of its own. */
  fallback: string
  submitLabel: string
  children: ReactNode
}

/** The form in an AuthCard. What a field needs is said beside it, not by the browser. */
export function AuthForm({ onSubmit, call, fallback, submitLabel, children }: Props) {
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack mt="lg">
        <ErrorBox message={call.error ? messageOf(call.error, fallback) : null} />
        {children}
        <Button type="submit" loading={call.isPending}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  )
}

type Form = { key: (field: 'email') => string; getInputProps: (field: 'email') => object }

export function EmailField({ form }: { form: Form }) {
  return (
    <TextInput
      label="Email"
      type="email"
      autoComplete="username"
      required
      key={form.key('email')}
      {...form.getInputProps('email')}
    />
  )
}
