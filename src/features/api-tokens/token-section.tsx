import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiToken, NewApiToken } from '#shared/api-tokens/api-token.ts'
import { PROJECT_VERBS, type Verb, VERBS } from '#shared/permissions.ts'
import { useSessionUser } from '#src/lib/session.ts'
import { Section } from '#src/ui/section.tsx'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { NewTokenNotice } from './new-token-notice.tsx'
import { RotateTokenDialog } from './rotate-token-dialog.tsx'
import { TokenList } from './token-list.tsx'
import { type TokenOwner, useMyTokens, useProjectTokens } from './use-api-tokens.ts'

/** The tokens that act as the signed-in user. */
export function PersonalTokens() {
  const isAdmin = useSessionUser()?.isAdmin ?? false
  return (
    <TokenSection
      hint="For scripts that act as you. A token can do only what it was created for, and never more than you."
      owner={useMyTokens()}
      verbs={isAdmin ? VERBS : VERBS.filter((verb) => verb !== 'admin')}
      preset={['read']}
      hasProjects
    />
  )
}

/** The tokens of a project, for its owner. */
export function ProjectTokens({ projectId }: { projectId: string }) {
  return (
    <TokenSection
      hint="For pipelines that record results of this project. They sign in with the project id as user and the token as password, or with the token alone."
      owner={useProjectTokens(projectId)}
      verbs={PROJECT_VERBS}
      preset={['read', 'record']}
    />
  )
}

type Props = { hint: string; owner: TokenOwner; verbs: readonly Verb[]; preset: Verb[]; hasProjects?: boolean }

function TokenSection({ hint, owner, verbs, preset, hasProjects = false }: Props) {
  const [isCreating, setCreating] = useState(false)
  const [rotated, setRotated] = useState<ApiToken | null>(null)
  const [made, setMade] = useState<NewApiToken | null>(null)
  return (
    <Section title="Tokens" hint={hint} lists="token">
      {made && <NewTokenNotice made={made} onDismiss={() => setMade(null)} />}
      <TokenList
        query={owner.query}
        onRotate={setRotated}
        onRevoke={(token) => {
          if (token.id === made?.id) setMade(null)
          owner.revoke(token)
        }}
      />
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          Create Token
        </Button>
      </div>
      <CreateTokenDialog
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        owner={owner}
        verbs={verbs}
        preset={preset}
        hasProjects={hasProjects}
        onMade={setMade}
      />
      <RotateTokenDialog token={rotated} onClose={() => setRotated(null)} owner={owner} onMade={setMade} />
    </Section>
  )
}
