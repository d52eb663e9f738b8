import { Tabs } from '@mantine/core'
import { IconChartBar, IconListCheck, IconPlayerPlay, IconSettings, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { messageOf } from '#src/lib/errors.ts'
import { ErrorBoundary } from '#src/ui/error-boundary.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { lazyDialog, lazyPart } from '#src/ui/lazy-part.tsx'
import { PageLoader } from '#src/ui/page-loader.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'
import { useWhenIdle } from '#src/ui/when-idle.ts'
import { ImportDialogs } from '../imports/import-dialogs.tsx'
import { MembersTab } from '../members/members-tab.tsx'
import { StartRun } from '../test-runs/start-run.tsx'
import { closeStartRun, useStartRequest } from '../test-runs/start/start-request.ts'
import { RunSkeleton } from '../test-runs/run-skeleton.tsx'
import { TestRunsTab } from '../test-runs/test-runs-tab.tsx'
import { useRunId } from '../test-runs/use-run-id.ts'
import { TestSuitesTab } from '../test-suites/test-suites-tab.tsx'
import classes from './project-page.module.css'
import { type ProjectTab, useProjectView } from '../projects/use-project-view.ts'

const StartRunDialog = lazyDialog(() => import('../test-runs/start/start-run-dialog.tsx'))
const AllRunsPage = lazy(() => import('../test-runs/all/all-runs-page.tsx'))
const ComparePage = lazy(() => import('../compare/compare-page.tsx'))
const QualityPage = lazy(() => import('../quality/quality-page.tsx'))
/** Loaded when the page is idle, so that it opens offline too. */
const SettingsTab = lazyPart(() => import('../settings/settings-tab.tsx'))
const CaseHistoryPage = lazy(() => import('../case-history/case-history-page.tsx'))

const TABS = {
  suites: { label: 'Test Suites', icon: IconListCheck },
  runs: { label: 'Test Runs', icon: IconPlayerPlay },
  quality: { label: 'Quality', icon: IconChartBar },
  members: { label: 'Members', icon: IconUsers },
  settings: { label: 'Settings', icon: IconSettings },
} satisfies Record<ProjectTab, object>

type Props = { project: ProjectOverview; role: string | null }

export function ProjectTabs({ project, role }: Props) {
  const { tab, view, showTab } = useProjectView(project.id)
  usePageTitle(tab === 'suites' ? project.name : `${TABS[tab].label} · ${project.name}`)
  useWhenIdle(SettingsTab.load)
  return (
    <Tabs value={tab} onChange={(next) => showTab(next as ProjectTab)} keepMounted={false}>
      <div className={classes.row}>
        <Tabs.List className={classes.tabs} aria-label="Project">
          {Object.entries(TABS).map(([value, { label, icon: IconPart }]) => (
            <Tabs.Tab key={value} value={value} leftSection={<IconPart size={16} aria-hidden />}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tab === 'runs' && <StartRun projectId={project.id} role={role} />}
      </div>
      <RequestedStart project={project} />
      <ImportDialogs projectId={project.id} role={role} />
      <ErrorBoundary path={`${tab} ${view}`}>
        <Tabs.Panel value="suites">
          <TestSuitesTab project={project} role={role} />
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <RunsPanel project={project} role={role} />
        </Tabs.Panel>
        <Tabs.Panel value="quality">
          <QualityPanel project={project} role={role} />
        </Tabs.Panel>
        <Tabs.Panel value="members" pt={12}>
          <MembersTab projectId={project.id} role={role} />
        </Tabs.Panel>
        <Tabs.Panel value="settings" pt={12}>
          <SettingsTab project={project} role={role} />
        </Tabs.Panel>
      </ErrorBoundary>
    </Tabs>
  )
}

/** The dialog that `openStartRun` opens. */
function RequestedStart({ project }: { project: ProjectOverview }) {
  const { isOpen } = useStartRequest()
  return <StartRunDialog project={project} isOpen={isOpen} onClose={closeStartRun} />
}

function RunsPanel({ project, role }: Props) {
  const { runId: named, view } = useProjectView(project.id)
  const { id: runId, error, retry } = useRunId(project.id, named)
  if (view === null && error)
    return <ErrorState message={messageOf(error, 'Failed to fetch project data')} onRetry={retry} />
  if (view === null && runId === undefined) return <RunSkeleton />
  if (view === null)
    return <TestRunsTab projectId={project.id} projectName={project.name} role={role} runId={runId ?? named} />
  const Page = view === 'compare' ? ComparePage : AllRunsPage
  return (
    <Suspense fallback={<PageLoader />}>
      <Page project={project} role={role} />
    </Suspense>
  )
}

function QualityPanel({ project, role }: Props) {
  const { view } = useProjectView(project.id)
  const Page = view === 'history' ? CaseHistoryPage : QualityPage
  return (
    <Suspense fallback={<PageLoader />}>
      <Page project={project} role={role} />
    </Suspense>
  )
}
