import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" mt={16}>
      <Box component="h4" mt={0} mx={0} mb={4} c="dimmed" fz="sm" fw={600}>
        {title}
      </Box>
      {children}
    </Box>
  )
}
