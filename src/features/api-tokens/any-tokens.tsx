import { AllTokens } from './all-tokens.tsx'
import { PersonalTokens, ProjectTokens } from './token-section.tsx'

export default function AnyTokens({ of }: { of: 'me' | 'all' | { projectId: string } }) {
  if (of === 'me') return <PersonalTokens />
  return of === 'all' ? <AllTokens /> : <ProjectTokens projectId={of.projectId} />
}
