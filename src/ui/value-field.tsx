import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import type { ValueType } from '#shared/test-cases/test-case.ts'
import { BooleanSwitch } from './boolean-switch.tsx'

type Props = {
  label: string
  type: ValueType
  value?: string
  onChange: (value: string) => void
  error?: ReactNode
  isRequired?: boolean
}

const mono = { input: 'mono' }

export function ValueField({ label, type, value = '', onChange, error, isRequired = true }: Props) {
  const required = isRequired ? { required: true, withAsterisk: false } : { placeholder: 'Optional' }
  const field = { label, value, error, ...required, classNames: mono }
  if (type === 'boolean') return <BooleanField {...{ label, value, onChange, error }} />
  if (type === 'number')
    return <TextInput {...field} {...numberInput(value)} onChange={(event) => onChange(event.currentTarget.value)} />
  return (
    <Textarea {...field} autosize minRows={1} maxRows={12} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

const HTML_NUMBER = /^(-?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?)?$/i

/** Browsers show other texts in a number input as if it was empty: '+5', '5.', or what a test saw instead of a number. */
const numberInput = (value: string) =>
  HTML_NUMBER.test(value) && Number.isFinite(Number(value))
    ? { type: 'number', step: 'any' }
    : { inputMode: 'decimal' as const }

/** A switch. While no value is set, a button sets false without passing through true. */
function BooleanField({ label, value, onChange, error }: Omit<Props, 'type' | 'value'> & { value: string }) {
  const toggle = useRef<HTMLInputElement>(null)
  const setFalse = () => {
    onChange('false')
    // The button disappears; without this, the dialog would lose the focus.
    toggle.current?.focus()
  }
  return (
    <Group gap="xs" mih={30}>
      <BooleanSwitch
        ref={toggle}
        label={label}
        labelPosition="left"
        styles={{ label: { fontWeight: 500 } }}
        value={value}
        onChange={onChange}
        error={error}
      />
      <Text className="mono" c={value === '' ? 'dimmed' : undefined} aria-hidden>
        {value || 'not set'}
      </Text>
      {value === '' && (
        <Button size="compact-xs" variant="default" onClick={setFalse}>
          Set false
        </Button>
      )}
    </Group>
  )
}
