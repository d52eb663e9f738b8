import { useLocation, useSearchParams } from 'wouter'

const PROJECT_TABS = ['suites', 'runs', 'members', 'settings'] as const
export type ProjectTab = (typeof PROJECT_TABS)[number]

/** The open tab and run. They are kept in the URL, so that links, reloads and Back preserve them. */
export function useProjectView(projectId: string) {
  const [path, navigate] = useLocation()
  const [search] = useSearchParams()
  const requested = path.replace(/\/$/, '').endsWith('/settings') ? 'settings' : search.get('tab')
  const show = (tab: ProjectTab, runId?: string) => {
    const query = new URLSearchParams({
      ...(tab !== 'suites' && { tab }),
      ...(runId && { run: runId }),
    }).toString()
    navigate(`/projects/${projectId}${query && `?${query}`}`)
  }
  return {
    tab: PROJECT_TABS.find((tab) => tab === requested) ?? 'suites',
    runId: search.get('run'),
    showTab: (tab: ProjectTab) => show(tab),
    showRun: (runId?: string) => show('runs', runId),
  }
}
