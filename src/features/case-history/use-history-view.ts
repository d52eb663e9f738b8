import { useSearchParams } from 'wouter'

export const PAGE = 50

export type HistoryView = ReturnType<typeof useHistoryView>

/** The state of a case's history in the URL: `?history=C12&branch=main&env=staging&page=2`. */
export function useHistoryView() {
  const [params, setParams] = useSearchParams()
  const set = (changes: Record<string, string | null>) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries(changes))
        if (value === null) next.delete(name)
        else next.set(name, value)
      return next
    })
  return {
    caseRef: params.get('history') ?? '',
    branch: params.get('branch'),
    environment: params.get('env'),
    page: Math.max(0, Math.floor(Number(params.get('page') ?? 1) || 1) - 1),
    /** A changed filter starts at the newest run. */
    showBranch: (branch: string | null) => set({ branch, page: null }),
    showEnvironment: (env: string | null) => set({ env, page: null }),
    showAll: () => set({ branch: null, env: null, page: null }),
    showPage: (page: number) => set({ page: page === 0 ? null : String(page + 1) }),
  }
}
