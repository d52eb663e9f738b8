import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'

type Props = { isTable: boolean; onChange: (isTable: boolean) => void; 'aria-describedby'?: string }

export function AsTable({ isTable, onChange, ...button }: Props) {
  const IconPart = isTable ? IconChartBar : IconTable
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconPart size={14} aria-hidden />}
      onClick={() => onChange(!isTable)}
      {...button}
    >
      {isTable ? 'Show as chart' : 'Show as table'}
    </Button>
  )
}
