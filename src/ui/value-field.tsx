import { Group, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ValueType } from '#shared/test-cases/test-case.ts'

type Props = {
  label: string
  type: ValueType
  /** The value as text, for every type. */
  value?: string
  onChange: (value: string) => void
  error?: ReactNode
}

const mono = { input: 'mono' }

/** A field for a test value: text area, number field or switch, by type. */
export function ValueField({ label, type, value = '', onChange, error }: Props) {
  const field = { label, value, error, required: true, withAsterisk: false, classNames: mono }
  if (type === 'boolean')
    return (
      <Group gap="xs">
        <Switch
          label={label}
          labelPosition="left"
          styles={{ label: { fontWeight: 500 } }}
          checked={value === 'true'}
          onChange={(event) => onChange(String(event.currentTarget.checked))}
          error={error}
        />
        <Text className="mono" aria-hidden>
          {value}
        </Text>
      </Group>
    )
  if (type === 'number')
    return <TextInput {...field} type="number" step="any" onChange={(event) => onChange(event.currentTarget.value)} />
  return (
    <Textarea {...field} autosize minRows={1} maxRows={12} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}
