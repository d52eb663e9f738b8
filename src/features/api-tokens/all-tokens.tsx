import type { AnyApiToken } from '#shared/api-tokens/api-token.ts'
import { Section } from '#src/ui/section.tsx'
import { TokenList } from './token-list.tsx'
import { useAllTokens } from './use-api-tokens.ts'

/** The tokens of all people and projects. Administrators can revoke them. */
export function AllTokens() {
  const { revoke, ...list } = useAllTokens()
  return (
    <Section title="Tokens" hint="All tokens that work, of people and of projects." lists="token">
      <TokenList {...list} ownerOf={ownerOf} onRevoke={revoke} />
    </Section>
  )
}

function ownerOf({ projectName, createdBy }: AnyApiToken) {
  const author = <bdi>{createdBy.name}</bdi>
  if (projectName === null) return <>Acts as {author}. </>
  return (
    <>
      For the project <bdi>{projectName}</bdi>, created by {author}.{' '}
    </>
  )
}
