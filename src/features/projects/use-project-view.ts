import { useLocation, useSearchParams } from 'wouter'
import { type ResultStatus, RESULT_STATUSES } from '#shared/test-results/result-status.ts'

const PROJECT_TABS = ['suites', 'runs', 'members', 'settings'] as const
export type ProjectTab = (typeof PROJECT_TABS)[number]

/** The open tab, run and result filter. They are kept in the URL, so that links, reloads and Back preserve them. */
export function useProjectView(projectId: string) {
  const [path, navigate] = useLocation()
  const [search] = useSearchParams()
  const requested = path.replace(/\/$/, '').endsWith('/settings') ? 'settings' : search.get('tab')
  const show = (tab: ProjectTab, runId?: string, status?: ResultStatus | null) => {
    const query = new URLSearchParams({
      ...(tab !== 'suites' && { tab }),
      ...(runId && { run: runId }),
      ...(status && { status }),
    }).toString()
    navigate(`/projects/${projectId}${query && `?${query}`}`)
  }
  return {
    tab: PROJECT_TABS.find((tab) => tab === requested) ?? 'suites',
    runId: search.get('run'),
    status: RESULT_STATUSES.find((status) => status === search.get('status')) ?? null,
    showTab: (tab: ProjectTab) => show(tab),
    showRun: (runId?: string, status?: ResultStatus | null) => show('runs', runId, status),
  }
}
