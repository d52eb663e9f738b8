import { Box } from '@mantine/core'
import { type Icon, IconFilePlus, IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { droppedFiles } from '#src/lib/dragged-files.ts'
import classes from './report-drop-zone.module.css'
import { uploadReports } from './uploads.ts'
import { useFileDrag } from './use-file-drag.ts'

type Target = { label: string; testRunId?: string }

type Props = {
  projectId: string
  /** The target runs; one without an id is a new run. Without targets, nothing can be dropped. */
  targets: Target[]
  children: ReactNode
}

/** Accepts reports dropped on its children. Its targets appear only while files are dragged over it. */
export function ReportDropZone({ projectId, targets, children }: Props) {
  const { isOver, handlers } = useFileDrag()
  if (targets.length === 0) return children
  return (
    <Box pos="relative" mih="55vh" {...handlers}>
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
    </Box>
  )
}

type TargetProps = { label: string; icon: Icon; onFiles: (files: File[]) => void }

function DropTarget({ label, icon: IconPart, onFiles }: TargetProps) {
  const [isOver, setOver] = useState(false)
  const dragOver = (event: DragEvent) => {
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const files = droppedFiles(event)
    if (files.length > 0) onFiles(files)
  }
  return (
    <div
      className={classes.target}
      data-over={isOver || undefined}
      onDragOver={dragOver}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={classes.label}>
        <IconPart size={28} stroke={1.5} aria-hidden />
        <div>{label}</div>
      </div>
    </div>
  )
}
