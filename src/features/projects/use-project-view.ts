import { useLocation, useSearchParams } from 'wouter'
import { readableInUrl } from '#src/lib/readable-url.ts'

const PROJECT_TABS = ['suites', 'runs', 'quality', 'members', 'settings'] as const
export type ProjectTab = (typeof PROJECT_TABS)[number]

/** Two runs, each an id or a ref such as 'R12'. Without a base, the server chooses one. */
export type ComparedRuns = { base: string | null; run: string }

/**
 * The state of a project page in the URL, for links, reloads and Back: `?tab=runs&run=ID`, `?tab=runs&view=all`,
 * `?tab=runs&compare=BASE..RUN`, `?tab=quality&history=C12`, `?tab=settings&view=audit`. A run may be named by its
 * ref. The tab may be omitted if the address names a run or a history.
 */
export function useProjectView(projectId: string) {
  const [path, navigate] = useLocation()
  const [search] = useSearchParams()
  const requested = path.replace(/\/$/, '').endsWith('/settings') ? 'settings' : (search.get('tab') ?? tabOf(search))
  const tab = PROJECT_TABS.find((tab) => tab === requested) ?? 'suites'
  const hrefOf = (tab: ProjectTab, more: Record<string, string | undefined> = {}) => {
    const given = Object.entries(more).flatMap(([name, value]) => (value ? [`${name}=${readableInUrl(value)}`] : []))
    const query = [...(tab === 'suites' ? [] : [`tab=${tab}`]), ...given].join('&')
    return `/projects/${projectId}${query && `?${query}`}`
  }
  const hrefs = {
    run: (runId?: string) => hrefOf('runs', { run: runId }),
    /** The result of a case in a run, with its panel open. */
    case: (runId: string, testCaseId: string) => hrefOf('runs', { run: runId, case: testCaseId }),
    allRuns: (query?: string) => hrefOf('runs', { view: 'all', q: query }),
    /** Without a base, the server's choice. `kind`: the unfolded changes. */
    compare: (base: string | null, run: string, kind?: string) =>
      hrefOf('runs', { compare: `${base ?? ''}..${run}`, kind }),
    quality: () => hrefOf('quality'),
    history: (ref: string) => hrefOf('quality', { history: ref }),
    audit: () => hrefOf('settings', { view: 'audit' }),
  }
  return {
    tab,
    runId: tab === 'runs' ? search.get('run') : null,
    view: viewOf(tab, search),
    compared: readCompared(search.get('compare')),
    hrefs,
    showTab: (tab: ProjectTab) => navigate(hrefOf(tab)),
    showRun: (runId?: string) => navigate(hrefs.run(runId)),
    showAllRuns: (query?: string) => navigate(hrefs.allRuns(query)),
    showCompare: (base: string | null, run: string) => navigate(hrefs.compare(base, run)),
  }
}

export type ProjectView = 'all runs' | 'compare' | 'history' | 'audit' | null

function tabOf(search: URLSearchParams): ProjectTab {
  if (search.has('compare') || search.has('run')) return 'runs'
  return search.has('history') ? 'quality' : 'suites'
}

/** The view that replaces the first screen of a tab. */
function viewOf(tab: ProjectTab, search: URLSearchParams): ProjectView {
  if (tab === 'runs' && search.get('compare') !== null) return 'compare'
  if (tab === 'runs' && search.get('view') === 'all') return 'all runs'
  if (tab === 'settings' && search.get('view') === 'audit') return 'audit'
  return tab === 'quality' && search.get('history') ? 'history' : null
}

/** Parses 'BASE..RUN'. With one name alone, 'RUN', '..RUN' or 'RUN..', the server chooses the base. */
function readCompared(text: string | null): ComparedRuns {
  const [first = '', second = ''] = (text ?? '').split('..')
  return second ? { base: first || null, run: second } : { base: null, run: first }
}
