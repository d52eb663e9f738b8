import { useProjectView } from '../../projects/use-project-view.ts'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { useStartRequest } from './start-request.ts'
import { StartRunForm } from './start-run-form.tsx'

type Props = { project: ProjectOverview; isOpen: boolean; onClose: () => void }

/** Its form is new each time. */
export default function StartRunDialog({ project, isOpen, onClose }: Props) {
  const { request } = useStartRequest()
  const { showRun, showTab } = useProjectView(project.id)
  return (
    <Dialog
      title="Start Test Run"
      size={600}
      // The part below the radio buttons may grow; at the top, the buttons do not move.
      isAtTop
      opened={isOpen}
      onClose={onClose}
    >
      <StartRunForm
        project={project}
        request={request}
        onClose={onClose}
        onStarted={showRun}
        onAddCases={() => {
          onClose()
          showTab('suites')
        }}
      />
    </Dialog>
  )
}
