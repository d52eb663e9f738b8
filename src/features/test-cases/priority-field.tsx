import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import type { Priority } from '#shared/test-cases/test-case.ts'
import { PRIORITIES } from '#shared/test-cases/case-enums.ts'

type Props = Pick<NativeSelectProps, 'label' | 'aria-label' | 'value' | 'onChange' | 'error' | 'disabled'>

const LABELS: Record<Priority, string> = { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' }

export function PriorityField(props: Props) {
  return <NativeSelect {...props} data={PRIORITIES.map((value) => ({ value, label: LABELS[value] }))} />
}
