import { useEffect } from 'react'
import { codeOf, messageOf } from '#src/lib/errors.ts'
import { toastError } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { projectRole } from './project-role.ts'

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
