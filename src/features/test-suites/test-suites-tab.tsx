import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { can } from '#shared/permissions.ts'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { useSearchText } from '#src/lib/use-search-text.ts'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { lazyDialog, lazyPart } from '#src/ui/lazy-part.tsx'
import { useOnProjectChange } from '../projects/use-live-projects.ts'
import { ImportMenu } from '../imports/import-menu.tsx'
import { type CaseAction, CaseActionProvider, type FormAction, type RunAction } from '../test-cases/list/case-action.ts'
import { CaseGrid } from '../test-cases/list/case-grid.tsx'
import { CaseKeys } from '../test-cases/list/case-keys.tsx'
import { CaseListProvider, useLatestCaseList } from '../test-cases/list/case-list.tsx'
import { CaseSelectionBar } from '../test-cases/list/case-selection-bar.tsx'
import { awaitsSaving } from '../test-cases/list/unsent.ts'
import { CasePanel } from '../test-cases/panel/case-panel.tsx'
import { CaseChips } from '../test-cases/search/case-chips.tsx'
import { CaseSearchField } from '../test-cases/search/case-search-field.tsx'
import { SearchResult } from '../test-cases/search/search-result.tsx'
import { type CaseSearch, useFoundCases } from '../test-cases/search/use-found-cases.ts'
import { openStartRun } from '../test-runs/start/start-request.ts'
import { refreshTrash } from '../trash/deletions.ts'
import { TrashButton } from '../trash/trash-button.tsx'
import classes from './test-suites-tab.module.css'

const FirstSteps = lazyPart(() => import('./first-steps.tsx'))
const CreateSuiteDialog = lazyDialog(() => import('./create-suite-dialog.tsx'))

type Props = { project: ProjectOverview; role: string | null }

export function TestSuitesTab({ project, role }: Props) {
  const { filter, setFilter } = useSearchText()
  const search = useFoundCases(project, filter)
  return (
    <CaseListProvider project={project} role={role} filter={filter} setFilter={setFilter} found={search.found}>
      <Suites project={project} role={role} search={search} />
    </CaseListProvider>
  )
}

function Suites({ project, role, search }: Props & { search: CaseSearch }) {
  const list = useLatestCaseList()
  const [isCreating, setCreating] = useState(false)
  const [action, setAction] = useState<CaseAction | null>(null)
  // Stable: every row would be rendered again.
  const open = useCallback((next: CaseAction) => {
    if (next.kind === 'create' || !awaitsSaving([next.testCase.id])) setAction(next)
  }, [])
  useOnProjectChange(() => Promise.all([list().writes.refresh(), refreshTrash()]))
  return (
    <CaseActionProvider value={open}>
      <div className={`list-toolbar ${classes.toolbar}`}>
        <CaseSearchField />
        <CaseChips />
        <TrashButton projectId={project.id} role={role} />
        <ImportMenu projectId={project.id} role={role} />
        <CaseSelectionBar onStartRun={(testCaseIds) => openStartRun({ selection: { testCaseIds } })} />
        {can(role, 'suite.write') && (
          <Button
            flex="none"
            leftSection={<IconPlus size={16} aria-hidden />}
            {...afterRemovalOf('suite')}
            onClick={() => setCreating(true)}
          >
            Create Test Suite
          </Button>
        )}
      </div>
      {project.testSuites.length === 0 && (
        <FirstSteps projectId={project.id} role={role} onCreateSuite={() => setCreating(true)} />
      )}
      <Group gap={0} wrap="nowrap" align="stretch" mx="calc(-1 * var(--page-padding))">
        <div className={classes.list} data-old={search.isOld || undefined} aria-busy={search.isOld}>
          {/* Without its matches the list would be that of all cases. */}
          {(search.error === null || search.found !== null) && <CaseGrid />}
          <SearchResult search={search} />
        </div>
        <CasePanel />
      </Group>
      <CaseKeys onCreateSuite={() => setCreating(true)} />
      <CreateSuiteDialog projectId={project.id} isOpen={isCreating} onClose={() => setCreating(false)} />
      <CaseDialogs
        projectId={project.id}
        action={action}
        onClose={() => setAction(null)}
        onCreated={(suiteId) => list().open(suiteId)}
      />
    </CaseActionProvider>
  )
}

const RunCaseDialog = lazyDialog(() => import('../test-runs/run-case-dialog.tsx'))
const CaseDialog = lazyDialog(() => import('../test-cases/case-dialog.tsx'))

type CaseDialogsProps = {
  projectId: string
  action: CaseAction | null
  onClose: () => void
  onCreated: (testSuiteId: string) => void
}

/** The dialogs of a case. The last action is kept so that a closing dialog does not go blank during its transition. */
function CaseDialogs({ projectId, action, onClose, onCreated }: CaseDialogsProps) {
  const [form, setForm] = useState<FormAction | null>(null)
  const [run, setRun] = useState<RunAction | null>(null)
  if (action?.kind === 'run' && action !== run) setRun(action)
  if (action && action.kind !== 'run' && action !== form) setForm(action)
  return (
    <>
      <CaseDialog
        projectId={projectId}
        suite={form?.suite}
        testCase={form?.kind === 'edit' ? form.testCase : undefined}
        isOpen={action !== null && action.kind !== 'run'}
        onClose={onClose}
        onCreated={onCreated}
      />
      <RunCaseDialog
        projectId={projectId}
        suite={run?.suite}
        testCase={run?.testCase}
        isOpen={action?.kind === 'run'}
        onClose={onClose}
      />
    </>
  )
}
