import { useLocation, useSearchParams } from 'wouter'

export const PROJECT_TABS = ['suites', 'runs', 'members', 'settings'] as const
export type ProjectTab = (typeof PROJECT_TABS)[number]

/** Which tab and which run are shown. They live in the address, so that links, reloads and the back button keep them. */
export function useProjectView(projectId: string) {
  const [path, navigate] = useLocation()
  const [search] = useSearchParams()
  const asked = path.replace(/\/$/, '').endsWith('/settings') ? 'settings' : search.get('tab')
  const show = (tab: ProjectTab, runId?: string) => {
    const query = new URLSearchParams({ ...(tab !== 'suites' && { tab }), ...(runId && { run: runId }) }).toString()
    navigate(`/projects/${projectId}${query && `?${query}`}`)
  }
  return {
    tab: PROJECT_TABS.find((tab) => tab === asked) ?? 'suites',
    runId: search.get('run'),
    showTab: (tab: ProjectTab) => show(tab),
    showRun: (runId?: string) => show('runs', runId),
  }
}
