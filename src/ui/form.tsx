import { Button, Group, Stack, type StackProps } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { ErrorBox } from './error-box.tsx'

/** The part of Mantine's form in use. `Values` are its values after `transformValues`. */
type FormState<Values> = {
  onSubmit: (
    send: (values: Values) => void,
    refuse: (errors: Record<string, unknown>) => void,
  ) => (event?: FormEvent<HTMLFormElement>) => void
  getValues: () => object
  getInputNode: (field: never) => HTMLElement | null
  reset: () => void
}

export type FormProps<Values> = Pick<StackProps, 'gap' | 'mt'> & {
  form: FormState<Values>
  onSubmit: (values: Values) => void
  /** Null hides the button. */
  submitLabel: string | null
  isBusy: boolean
  /** Disables the button while there is nothing to submit. */
  isDisabled?: boolean
  /** The server's error message. */
  refusal?: string | null
  /** Adds a Cancel button. */
  onCancel?: () => void
  /** Shown below the button. */
  footer?: ReactNode
  children: ReactNode
}

/** A form that focuses its first invalid field. Our messages replace those of the browser (`noValidate`). */
export function Form<Values>({
  form,
  onSubmit,
  refusal = null,
  gap = 'sm',
  mt,
  children,
  footer,
  ...buttons
}: FormProps<Values>) {
  return (
    <form noValidate onSubmit={form.onSubmit(onSubmit, focusFirstError(form))}>
      <Stack gap={gap} mt={mt}>
        <ErrorBox message={refusal} />
        {children}
        <Buttons {...buttons} />
        {footer}
      </Stack>
    </form>
  )
}

function Buttons({
  submitLabel,
  isBusy,
  isDisabled = false,
  onCancel,
}: Pick<FormProps<never>, 'submitLabel' | 'isBusy' | 'isDisabled' | 'onCancel'>) {
  const submit = submitLabel !== null && (
    <Button type="submit" loading={isBusy} disabled={isDisabled}>
      {submitLabel}
    </Button>
  )
  if (!onCancel) return submit
  return (
    <Group justify="flex-end" mt="xs">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      {submit}
    </Group>
  )
}

/** For a form's `onSubmit`: focuses the first invalid field, in the order of the initial values. */
function focusFirstError({ getValues, getInputNode }: Pick<FormState<never>, 'getValues' | 'getInputNode'>) {
  return (errors: Record<string, unknown>) => {
    // A field that is a list has its errors at paths: 'steps.0.action'.
    const paths = Object.keys(errors)
    const path = Object.keys(getValues())
      .flatMap((name) => paths.filter((path) => path === name || path.startsWith(`${name}.`)))
      .at(0)
    if (path !== undefined) getInputNode(path as never)?.focus()
  }
}
