import { IconFilePlus, IconFileUpload, type Icon } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import classes from './report-drop-zone.module.css'
import { uploadReports } from './uploads.ts'
import { droppedFiles, useFileDrag } from './use-file-drag.ts'

type Target = { label: string; testRunId?: string }

type Props = {
  projectId: string
  /** Where reports may go: a run, or a new one when it has no id. Without any nothing can be dropped. */
  targets: Target[]
  children: ReactNode
}

/** Takes reports that are dropped on what it holds; it shows itself only while files are dragged over it. */
export function ReportDropZone({ projectId, targets, children }: Props) {
  const { isOver, handlers } = useFileDrag()
  if (targets.length === 0) return children
  return (
    <div className={classes.zone} {...handlers}>
      {children}
      {isOver && (
        <div className={classes.targets} data-drop-zone>
          {targets.map(({ label, testRunId }) => (
            <DropTarget
              key={label}
              label={label}
              icon={testRunId === undefined ? IconFilePlus : IconFileUpload}
              onFiles={(files) => uploadReports(projectId, files, testRunId)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

type TargetProps = { label: string; icon: Icon; onFiles: (files: File[]) => void }

function DropTarget({ label, icon: IconPart, onFiles }: TargetProps) {
  const [isAimedAt, setAimedAt] = useState(false)
  const aim = (event: DragEvent) => {
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setAimedAt(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const files = droppedFiles(event)
    if (files.length > 0) onFiles(files)
  }
  return (
    <div
      className={classes.target}
      data-aimed-at={isAimedAt || undefined}
      onDragOver={aim}
      onDragLeave={() => setAimedAt(false)}
      onDrop={drop}
    >
      <div className={classes.label}>
        <IconPart size={28} stroke={1.5} aria-hidden />
        <div>{label}</div>
      </div>
    </div>
  )
}
