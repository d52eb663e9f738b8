import { useProjectView } from '../../projects/use-project-view.ts'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { closeStartRun, useStartRequest } from './start-request.ts'
import { StartRunForm } from './start-run-form.tsx'

/** Its form is new each time. */
export default function StartRunDialog({ project, isOpen }: { project: ProjectOverview; isOpen: boolean }) {
  const { request } = useStartRequest()
  const { showRun, showTab } = useProjectView(project.id)
  return (
    <Dialog
      title="Start Test Run"
      size={600}
      // The part below the radio buttons may grow; at the top, the buttons do not move.
      isAtTop
      opened={isOpen}
      onClose={closeStartRun}
    >
      <StartRunForm
        project={project}
        request={request}
        onClose={closeStartRun}
        onStarted={showRun}
        onAddCases={() => {
          closeStartRun()
          showTab('suites')
        }}
      />
    </Dialog>
  )
}
