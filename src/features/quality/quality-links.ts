import { useProjectView } from '../projects/use-project-view.ts'

export type QualityLinks = ReturnType<typeof useQualityLinks>

export function useQualityLinks(projectId: string) {
  const { hrefs } = useProjectView(projectId)
  return { ...hrefs, newFailures: (runId: string) => `${hrefs.run(runId)}&q=is:newly-failed` }
}
