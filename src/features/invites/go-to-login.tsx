import { Button } from '@mantine/core'
import { useLocation } from 'wouter'

/** The way on after a refusal that no second try will mend. */
export function GoToLogin({ after }: { after: string | null }) {
  const [, navigate] = useLocation()
  if (!after?.includes('Invalid')) return null
  return (
    <Button variant="default" onClick={() => navigate('/login')}>
      Go to Login
    </Button>
  )
}
