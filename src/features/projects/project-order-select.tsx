import { NativeSelect } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import type { ProjectOrder } from './project-order.ts'
import { useProjectOrder } from './use-project-order.ts'

const ORDERS: { value: ProjectOrder; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'attention', label: 'Needs attention' },
]

export function OrderSelect() {
  const { order, setOrder } = useProjectOrder()
  return (
    <NativeSelect
      aria-label="Sort"
      leftSection={<IconArrowsSort size={16} aria-hidden />}
      data={ORDERS}
      value={order}
      onChange={(event) => setOrder(event.currentTarget.value as ProjectOrder)}
    />
  )
}
