import { useEffect } from 'react'
import type { MemberRole } from '#shared/members/member.ts'
import { codeOf, messageOf } from '#src/lib/errors.ts'
import { toastError } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'

export function useProject(projectId: string) {
  const project = trpc.projects.overview.useQuery({ id: projectId })
  const members = trpc.members.list.useQuery({ id: projectId }, { enabled: project.isSuccess })
  const problem =
    project.error && codeOf(project.error) !== 'NOT_FOUND'
      ? messageOf(project.error, 'Failed to fetch project data')
      : null
  useEffect(() => {
    if (problem !== null) toastError(problem)
  }, [problem])
  return {
    project: project.data,
    role: projectRole(project.data?.userRole, members),
    isMissing: project.error !== null && problem === null,
    problem,
    retry: () => void project.refetch(),
  }
}

export function useRefreshProject(projectId: string) {
  const utils = trpc.useUtils()
  return async () => {
    await utils.projects.overview.invalidate({ id: projectId })
    await utils.projects.list.invalidate()
  }
}

type Members = { data?: readonly unknown[] | undefined; isError: boolean }

/** The role whose controls are shown. As the spec says, an empty or unavailable member list means owner. */
function projectRole(userRole: MemberRole | null | undefined, { data, isError }: Members): string | null {
  const isEmpty = isError ? data === undefined : data?.length === 0
  return isEmpty ? 'owner' : (userRole ?? null)
}
