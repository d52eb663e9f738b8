import { Button, Center } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from 'wouter'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'

export default function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <Center component="main" mih="100vh" p="md">
      <EmptyState
        icon={IconMapOff}
        title="Page not found"
        hint="There is nothing at this address. It may have been mistyped."
      >
        <Button component={Link} href="/">
          Go to Projects
        </Button>
      </EmptyState>
    </Center>
  )
}
