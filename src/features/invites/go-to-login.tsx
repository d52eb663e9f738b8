import { Button } from '@mantine/core'
import { useLocation } from 'wouter'

/** Shown for errors that a retry cannot fix: those that contain 'Invalid'. */
export function GoToLogin({ after }: { after: string | null }) {
  const [, navigate] = useLocation()
  if (!after?.includes('Invalid')) return null
  return (
    <Button variant="default" onClick={() => navigate('/login')}>
      Go to Login
    </Button>
  )
}
