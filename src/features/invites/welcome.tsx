import { Text } from '@mantine/core'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { AuthCard } from '#src/features/auth/auth-card.tsx'

const REDIRECT_MS = 3_000

/** Shown after an invite is accepted, then redirects to sign-in. */
export function Welcome({ message }: { message: string }) {
  const [, navigate] = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => navigate('/login'), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <AuthCard title={message}>
      <Text c="dimmed" mt={4} aria-live="polite">
        You are a member now. Taking you to sign-in…
      </Text>
    </AuthCard>
  )
}
