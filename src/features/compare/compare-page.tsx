import { Box, Button, Group, Title } from '@mantine/core'
import { IconArrowsDiff, IconChecks } from '@tabler/icons-react'
import { useSearchParams } from 'wouter'
import type { ComparedResult, Comparison } from '#shared/comparisons/comparison.ts'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { CHANGE_KINDS } from '#shared/test-runs/comparison.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { codeOf, messageOf } from '#src/lib/errors.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { NotFound } from '#src/ui/not-found.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { useActs } from '../keys/acts.ts'
import { useProjectView } from '../projects/use-project-view.ts'
import { useRunId } from '../test-runs/use-run-id.ts'
import { ChangeSection } from './change-section.tsx'
import { CompareHeads } from './compare-heads.tsx'
import { useComparison } from './use-comparison.ts'

type Props = { project: ProjectOverview; role: string | null }

/** The differences between two runs of a project: `?compare=BASE..RUN`. */
export default function ComparePage({ project }: Props) {
  usePageTitle(`Compare · ${project.name}`, { isInner: true })
  useChangeKeys()
  const { compared, showAllRuns } = useProjectView(project.id)
  const named = useRunId(project.id, compared.run)
  const base = useRunId(project.id, compared.base)
  const isKnown = named.id !== undefined && base.id !== undefined
  const compare = useComparison(isKnown && named.id ? named.id : undefined, base.id ?? undefined)
  const { run, comparison } = compare
  const isMissing =
    (isKnown && (!named.id || (compared.base !== null && base.id === null))) ||
    codeOf(compare.error) === 'NOT_FOUND' ||
    (run !== undefined && run.projectId !== project.id)
  // A later read that failed leaves the changes on the screen.
  const failed = [named, base, ...(run && comparison ? [] : [compare])].find(({ error }) => error)
  return (
    <Box pt={8}>
      <Group justify="space-between" h={32}>
        <Title order={2}>Compare</Title>
        <Button variant="subtle" color="gray" onClick={() => showAllRuns()}>
          All Runs
        </Button>
      </Group>
      {isMissing ? (
        <NotFound title="Test run not found" hint="One of the two may have been deleted, or belong to another project.">
          <Button variant="default" onClick={() => showAllRuns()}>
            Choose two runs
          </Button>
        </NotFound>
      ) : failed ? (
        <ErrorState message={messageOf(failed.error, 'Failed to fetch project data')} onRetry={failed.retry}>
          <Button size="xs" variant="default" onClick={() => showAllRuns()}>
            Choose two runs
          </Button>
        </ErrorState>
      ) : (
        <>
          <CompareHeads
            projectId={project.id}
            run={run}
            base={comparison?.with}
            isDefaultBase={compared.base === null}
          />
          {run && comparison ? (
            <Changes run={run} comparison={comparison} projectId={project.id} />
          ) : (
            <div role="status" aria-busy aria-label="Comparing the runs">
              <RowsSkeleton rows={8} height={28} />
            </div>
          )}
        </>
      )}
    </Box>
  )
}

type ChangesProps = { projectId: string; run: TestRunOverview; comparison: Comparison }

function Changes({ projectId, run, comparison }: ChangesProps) {
  const { hrefs } = useProjectView(projectId)
  const [search] = useSearchParams()
  const asked = search.get('kind')
  const { counts, with: base } = comparison
  const hrefOf = (result: ComparedResult) => hrefs.case(result.testRunId, result.testCase.id)
  const isSame = CHANGE_KINDS.every((kind) => counts[kind] === 0)
  return (
    <>
      {base === null && (
        <EmptyState
          icon={IconArrowsDiff}
          title="No earlier run to compare with"
          hint="All failures of this run count as new. Choose another run as the base to see what changed."
        />
      )}
      {base !== null && isSame && (
        <EmptyState
          icon={IconChecks}
          title="Nothing changed"
          hint={`${formatCount(counts.unchanged, 'case')} in both runs, none with a change.${stillPending(run)}`}
        />
      )}
      {CHANGE_KINDS.map((kind) => (
        <ChangeSection
          key={`${run.id} ${base?.id ?? ''} ${kind}`}
          projectId={projectId}
          testRunId={run.id}
          comparison={comparison}
          kind={kind}
          isAsked={asked === kind}
          hrefOf={hrefOf}
        />
      ))}
      <Group component="p" gap="4px 16px" mt={8} mb={0} pl={18} c="dimmed">
        {base !== null && `Unchanged ${formatNumber(counts.unchanged)}`}
        {counts.quarantined > 0 && (
          <span>{`${formatCount(counts.quarantined, 'failing case')} quarantined: known to be flaky`}</span>
        )}
      </Group>
    </>
  )
}

/** Cases without an outcome are not counted as changes. */
function stillPending({ summary }: TestRunOverview): string {
  return summary.pending > 0 ? ` ${formatCount(summary.pending, 'case')} still pending.` : ''
}

/** The keys of the comparison: rows are links in page order, and [ ] move between kinds. */
function useChangeKeys(): void {
  const links = () => [...document.querySelectorAll<HTMLElement>('[data-change]')]
  const focused = () => links().findIndex((link) => link === document.activeElement)
  const focus = (index: number) =>
    links()
      .at(Math.max(0, Math.min(index, links().length - 1)))
      ?.focus()
  const kindOf = (link: HTMLElement | undefined) => link?.closest('[data-kind]')
  const toKind = (step: 1 | -1) => {
    const kinds = [...new Set(links().map(kindOf))]
    const kind = kinds[kinds.indexOf(kindOf(links()[focused()])) + step]
    kind?.querySelector<HTMLElement>('[data-change]')?.focus()
  }
  useActs({
    down: () => focus(focused() + 1),
    up: () => focus(focused() - 1),
    first: () => focus(0),
    last: () => focus(links().length - 1),
    nextSuite: () => toKind(1),
    previousSuite: () => toKind(-1),
  })
}
