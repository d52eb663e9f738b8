import { Box, Skeleton } from '@mantine/core'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useNextPage } from '#src/lib/use-next-page.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { authorOf, Outcome } from '../outcome.tsx'
import classes from './attempt-list.module.css'

const PAGE = 50
const FAILURE = 'The attempts could not be read'

export function AttemptList({ result: { id, attempts } }: { result: TestResult }) {
  const query = trpc.testResults.attempts.useInfiniteQuery(
    { resultId: id, limit: PAGE, order: 'newest' },
    { enabled: attempts > 0, staleTime: 0, getNextPageParam: nextCursor },
  )
  const { isLoading, load } = useNextPage(query, FAILURE)
  const { data, isError, hasNextPage } = query
  if (attempts === 0) return <Box c="dimmed">None yet</Box>
  if (!data) return isError ? <Box c="dimmed">{FAILURE}</Box> : <Skeleton h={48} />
  return (
    <>
      <ol className={`plain-list ${classes.attempts}`} aria-label="Attempts">
        {data.pages.flat().map((attempt) => (
          <li key={attempt.number}>
            <Outcome outcome={attempt} author={authorOf(attempt)} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <BusyButton variant="subtle" fullWidth isBusy={isLoading} onClick={load}>
          Show more
        </BusyButton>
      )}
    </>
  )
}

/** Attempts are numbered from 1, and the newest come first. */
function nextCursor(page: { number: number }[]): string | undefined {
  const last = page.at(-1)
  return last && last.number > 1 ? String(last.number) : undefined
}
