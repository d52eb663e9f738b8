import { Button, Stack, type StackProps } from '@mantine/core'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
} from 'react'
import { issuesOf, messageOf } from '#src/lib/errors.ts'
import { BusyButton } from './busy-button.tsx'
import { ButtonLine } from './button-line.tsx'
import { ErrorBox } from './error-box.tsx'
import { IsOpen } from './is-open.ts'
import { isComposing } from './is-composing.ts'

/** The part of Mantine's form in use. `Values` are its values after `transformValues`. */
type FormState<Values> = {
  onSubmit: (
    send: (values: Values, event?: FormEvent<HTMLFormElement>) => void,
    refuse: (errors: Record<string, unknown>) => void,
  ) => (event?: FormEvent<HTMLFormElement>) => void
  getValues: () => object
  getInputNode: (field: never) => HTMLElement | null
  setFieldError: (field: never, message: string) => void
  reset: () => void
}

/** An error of the server. `fields` are those that it may be about, by the input of the call. */
type Refused = { error: unknown; failure: string; fields: Record<string, string> }

export type FormProps<Values> = Pick<StackProps, 'gap' | 'mt'> & {
  form: FormState<Values>
  /** A promise, if there is one, holds further submits back until it is settled. It shows its failure itself. */
  onSubmit: (values: Values, event?: FormEvent<HTMLFormElement>) => void | Promise<unknown>
  /** Null hides the button. */
  submitLabel: string | null
  isBusy: boolean
  isDisabled?: boolean
  refusal?: string | null
  refused?: Refused
  onCancel?: () => void
  nextLabel?: string | undefined
  /** Shown at the start of the line of buttons, which then is sticky. Needs `onCancel`. */
  aside?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/**
 * A form that focuses its first invalid field. Our messages replace the browser's (`noValidate`). Ctrl+Enter submits it
 * from any field.
 */
export function Form<Values>({
  form,
  onSubmit,
  refusal = null,
  refused,
  gap = 'sm',
  mt,
  children,
  footer,
  ...buttons
}: FormProps<Values>) {
  const other = useFieldRefusal(form, refused)
  const send = useSendOnce(onSubmit, buttons.isBusy)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields bubble
    <form
      noValidate
      onSubmit={form.onSubmit(send, focusFirstError(form))}
      onKeyDown={(event) => !buttons.isBusy && !buttons.isDisabled && submitByKey(event)}
    >
      <Stack gap={gap} mt={mt}>
        <ErrorBox message={refusal ?? other} />
        {children}
        <Buttons {...buttons} />
        {footer}
      </Stack>
    </form>
  )
}

/** For so long, a repeated submit of a form that has not become busy is a double click. */
const DOUBLE_MS = 1_000

/**
 * Ignores the second click of a double click, which comes before the form renders as busy if the computer is slow, and
 * while its dialog closes if the server is quick.
 */
function useSendOnce<Values>(send: FormProps<Values>['onSubmit'], isBusy: boolean): FormProps<Values>['onSubmit'] {
  const isOpen = use(IsOpen)
  const sentAt = useRef(-Infinity)
  // Counts the promises that have settled. A rendering shows the count, and closes the dialog.
  const [settled, settle] = useReducer((count: number) => count + 1, 0)
  const waitsFor = useRef(-1)
  useEffect(() => {
    if (!isBusy) sentAt.current = -Infinity
  }, [isBusy])
  return (values, event) => {
    if (!isOpen || waitsFor.current === settled || performance.now() - sentAt.current < DOUBLE_MS) return
    const sending = send(values, event)
    if (!sending) sentAt.current = performance.now()
    else {
      waitsFor.current = settled
      sending.then(settle, settle)
    }
  }
}

/** Shows an error about a field at that field. Returns the message of any other. */
function useFieldRefusal(
  { setFieldError, getInputNode }: Pick<FormState<never>, 'setFieldError' | 'getInputNode'>,
  { error, failure, fields }: Refused = { error: null, failure: '', fields: {} },
): string | null {
  const [path] = issuesOf(error)[0]?.path ?? []
  const field = path === undefined ? undefined : fields[String(path)]
  const show = useEffectEvent((refused: unknown) => {
    if (field === undefined) return
    setFieldError(field as never, messageOf(refused, failure))
    getInputNode(field as never)?.focus()
  })
  useEffect(() => {
    if (error) show(error)
  }, [error])
  return error && field === undefined ? messageOf(error, failure) : null
}

function Buttons({
  submitLabel,
  isBusy,
  isDisabled = false,
  onCancel,
  nextLabel,
  aside,
}: Pick<FormProps<never>, 'submitLabel' | 'isBusy' | 'isDisabled' | 'onCancel' | 'nextLabel' | 'aside'>) {
  const submit = submitLabel !== null && (
    <BusyButton type="submit" isBusy={isBusy} disabled={isDisabled}>
      {submitLabel}
    </BusyButton>
  )
  if (!onCancel) return submit
  return (
    <ButtonLine isSticky={aside !== undefined}>
      {aside}
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      {nextLabel && (
        <BusyButton type="submit" name={NEXT} variant="default" isBusy={isBusy} disabled={isDisabled}>
          {nextLabel}
        </BusyButton>
      )}
      {submit}
    </ButtonLine>
  )
}

/** Whether the second button submitted the form. */
export const isForNext = (event?: FormEvent<HTMLFormElement>) =>
  (event?.nativeEvent as SubmitEvent | undefined)?.submitter?.getAttribute('name') === NEXT

const NEXT = 'next'

/** Ctrl+Enter presses the submit button, Ctrl+Shift+Enter the second one. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return
  event.preventDefault()
  const next = event.shiftKey ? event.currentTarget.querySelector<HTMLElement>(`[name="${NEXT}"]`) : null
  event.currentTarget.requestSubmit(next)
}

/** For a form's `onSubmit`: focuses the first invalid field, in the order of the initial values. */
function focusFirstError({ getValues, getInputNode }: Pick<FormState<never>, 'getValues' | 'getInputNode'>) {
  return (errors: Record<string, unknown>) => {
    // A list field has its errors at paths: 'steps.0.action'.
    const paths = Object.keys(errors)
    const path = Object.keys(getValues())
      .flatMap((name) => paths.filter((path) => path === name || path.startsWith(`${name}.`)))
      .at(0)
    if (path !== undefined) getInputNode(path as never)?.focus()
  }
}
