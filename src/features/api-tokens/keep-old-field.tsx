import { NativeSelect } from '@mantine/core'
import type { ComponentProps } from 'react'

/** How long a secret works after another one took its place. */
const HOURS = [
  { value: '0', label: 'Ends at once' },
  { value: '1', label: 'Works for an hour' },
  { value: '24', label: 'Works for a day' },
  { value: '168', label: 'Works for a week' },
]

/** Its value is a number of hours, as text. */
export function KeepOldField(props: Omit<ComponentProps<typeof NativeSelect>, 'data'> & { label: string }) {
  return <NativeSelect data={HOURS} {...props} />
}
