import type { ApiToken, NewApiToken } from '#shared/api-tokens/api-token.ts'
import type { Verb } from '#shared/permissions.ts'
import { messageOf } from '#src/lib/errors.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import type { Fetchable } from '#src/ui/fetched.tsx'

/** What a person chose for a new token. `projectIds` is null for all projects. */
type TokenWish = { name: string; verbs: Verb[]; expiresInDays: number; projectIds: string[] | null }

type Done = { onSuccess: (made: NewApiToken) => void }

/** The tokens of a person or of a project, and what can be done with them. */
export type TokenOwner = {
  query: Fetchable<ApiToken[]>
  create: (wish: TokenWish, done: Done) => void
  isCreating: boolean
  refusal: string | null
  rotate: (token: ApiToken, keepOldForHours: number, done: Done) => void
  isRotating: boolean
  revoke: (token: ApiToken) => void
}

const CANNOT_CREATE = 'Failed to create the token'
const ROTATED = { success: 'Token rotated', failure: 'Failed to rotate the token' }
const REVOKED = { success: 'Token revoked', failure: 'Failed to revoke the token' }

export function useMyTokens(): TokenOwner {
  const { apiTokens } = trpc.useUtils()
  const onSettled = () => apiTokens.invalidate()
  const query = trpc.apiTokens.listMine.useQuery({}, { staleTime: 0 })
  const create = trpc.apiTokens.createMine.useMutation({ onSettled })
  const rotate = trpc.apiTokens.rotateMine.useMutation({ ...withToasts(ROTATED), onSettled })
  const revoke = trpc.apiTokens.revokeMine.useMutation({ ...withToasts(REVOKED), onSettled })
  return {
    query,
    create: (wish, done) => create.mutate(wish, done),
    isCreating: create.isPending,
    refusal: create.error && messageOf(create.error, CANNOT_CREATE),
    rotate: ({ id }, keepOldForHours, done) => rotate.mutate({ id, keepOldForHours }, done),
    isRotating: rotate.isPending,
    revoke: ({ id }) => revoke.mutate({ id }),
  }
}

export function useProjectTokens(projectId: string): TokenOwner {
  const { apiTokens } = trpc.useUtils()
  const onSettled = () => apiTokens.invalidate()
  const query = trpc.apiTokens.list.useQuery({ id: projectId }, { staleTime: 0 })
  const create = trpc.apiTokens.create.useMutation({ onSettled })
  const rotate = trpc.apiTokens.rotate.useMutation({ ...withToasts(ROTATED), onSettled })
  const revoke = trpc.apiTokens.revoke.useMutation({ ...withToasts(REVOKED), onSettled })
  return {
    query,
    create: ({ name, verbs, expiresInDays }, done) =>
      create.mutate({ id: projectId, name, expiresInDays, verbs: verbs.filter(isOfProject) }, done),
    isCreating: create.isPending,
    refusal: create.error && messageOf(create.error, CANNOT_CREATE),
    rotate: ({ id: tokenId }, keepOldForHours, done) =>
      rotate.mutate({ id: projectId, tokenId, keepOldForHours }, done),
    isRotating: rotate.isPending,
    revoke: ({ id: tokenId }) => revoke.mutate({ id: projectId, tokenId }),
  }
}

const isOfProject = (verb: Verb) => verb !== 'manage' && verb !== 'admin'

/** All tokens, for administrators. */
export function useAllTokens() {
  const { apiTokens } = trpc.useUtils()
  const query = trpc.apiTokens.listAll.useQuery({}, { staleTime: 0 })
  const revoke = trpc.apiTokens.revokeAny.useMutation({
    ...withToasts(REVOKED),
    onSettled: () => apiTokens.invalidate(),
  })
  return {
    query,
    revoke: ({ id }: ApiToken) => revoke.mutate({ id }),
  }
}
