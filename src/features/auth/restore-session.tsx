import { Container } from '@mantine/core'
import { useEffect } from 'react'
import { messageOf } from '#src/lib/errors.ts'
import { accessToken, saveSession } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { PageLoader } from '#src/ui/page-loader.tsx'

/** Fetches the user when only the token is stored. */
export function RestoreSession() {
  const { data: user, error, refetch } = trpc.auth.profile.useQuery()
  useEffect(() => {
    const token = accessToken()
    if (user && token) saveSession(token, user)
  }, [user])
  if (!error) return <PageLoader />
  return (
    <Container size="xs" py="xl">
      <ErrorState message={messageOf(error, 'Login failed')} onRetry={() => void refetch()} />
    </Container>
  )
}
