import { useSearchParams } from 'wouter'
import { RESULT_STATUSES, type ResultStatus } from '#shared/test-results/result-status.ts'

export const PAGE = 200

/** The filter and page of the results in the URL: `?status=failed&page=2`. */
export function useResultView() {
  const [params, setParams] = useSearchParams()
  const statuses = RESULT_STATUSES.filter((status) => params.getAll('status').includes(status))
  const page = Math.max(0, Math.floor(Number(params.get('page') ?? 1) || 1) - 1)
  const show = (statuses: readonly ResultStatus[], page: number) =>
    setParams(
      new URLSearchParams([
        ...statuses.map((status): [string, string] => ['status', status]),
        ...(page > 0 ? [['page', String(page + 1)] as [string, string]] : []),
      ]),
    )
  return { statuses, page, show }
}
