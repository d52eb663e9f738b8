import { ActionIcon, Button, Popover, Skeleton, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { formatCount } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'
import classes from './attempt-history.module.css'
import { authorOf, Outcome } from './outcome.tsx'

/** All attempts at a result, newest first. */
export function AttemptHistory({ result }: { result: TestResult }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      width="min(520px, calc(100vw - 24px))"
      position="bottom-end"
      shadow="md"
      opened={isOpen}
      onChange={setOpen}
      returnFocus
      trapFocus
      withinPortal
      hideDetached={false}
    >
      <Popover.Target>
        <ActionIcon
          w="auto"
          px={6}
          aria-label={`History: ${formatCount(result.attempts, 'attempt')}`}
          onClick={() => setOpen(!isOpen)}
        >
          <IconHistory size={15} aria-hidden />
          <span className={classes.count}>{result.attempts}</span>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="History">
        {isOpen && <Attempts result={result} />}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Attempts per page. */
const PAGE = 50

function Attempts({ result }: { result: TestResult }) {
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = trpc.testResults.attempts.useInfiniteQuery(
    { resultId: result.id, limit: PAGE, order: 'newest' },
    { staleTime: 0, getNextPageParam: nextCursor },
  )
  if (isError) return <Text p="sm">The history could not be read</Text>
  if (!data) return <Skeleton h={60} m="sm" w="auto" />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it
    <div className={classes.list} tabIndex={0}>
      <ol className="plain-list" aria-label="Attempts">
        {data.pages.flat().map((attempt) => (
          <li key={attempt.number}>
            <Outcome outcome={attempt} author={authorOf(attempt)} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

/** Attempts are numbered from 1, and the newest come first. */
function nextCursor(page: { number: number }[]): string | undefined {
  const last = page.at(-1)
  return last && last.number > 1 ? String(last.number) : undefined
}
