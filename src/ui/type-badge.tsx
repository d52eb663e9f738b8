import { Badge } from '@mantine/core'
import { IconHandClick, IconRobot } from '@tabler/icons-react'
import { memo } from 'react'
import type { CaseType } from '#shared/test-cases/test-case.ts'

const LOOK = {
  manual: { color: 'teal', icon: IconHandClick },
  auto: { color: 'indigo', icon: IconRobot },
} satisfies Record<CaseType, object>

export const TypeBadge = memo(function TypeBadge({ type }: { type: CaseType }) {
  const { color, icon: IconPart } = LOOK[type]
  return (
    <Badge variant="outline" size="sm" color={color} leftSection={<IconPart size={14} aria-hidden />}>
      {type}
    </Badge>
  )
})
