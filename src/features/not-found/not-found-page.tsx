import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { NotFound } from '#src/ui/not-found.tsx'

export default function NotFoundPage() {
  return (
    <NotFound isPage title="Page not found" hint="There is nothing at this address. It may have been mistyped.">
      <Button component={Link} href="/">
        Go to Projects
      </Button>
    </NotFound>
  )
}
