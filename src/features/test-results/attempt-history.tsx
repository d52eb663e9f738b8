import { ActionIcon, Popover, Skeleton, Text } from '@mantine/core'
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

function Attempts({ result }: { result: TestResult }) {
  const { data, isError } = trpc.testResults.attempts.useQuery({ resultId: result.id }, { staleTime: 0 })
  if (isError) return <Text p="sm">The history could not be read</Text>
  if (!data) return <Skeleton h={60} m="sm" w="auto" />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it
    <ol className={`plain-list ${classes.list}`} tabIndex={0} aria-label="Attempts">
      {data.toReversed().map((attempt) => (
        <li key={attempt.number}>
          <Outcome outcome={attempt} author={authorOf(attempt)} />
        </li>
      ))}
    </ol>
  )
}
