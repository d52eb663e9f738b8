import { Box } from '@mantine/core'
import { type Icon, IconFilePlus, IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import classes from './report-drop-zone.module.css'
import { uploadReports } from './uploads.ts'

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

/** Tracks files dragged over the element that gets `handlers`. */
function useFileDrag() {
  const [isOver, setOver] = useState(false)
  useEffect(keepPageOnDrop, [])
  const enter = (event: DragEvent) => {
    if (hasFiles(event)) setOver(true)
  }
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  return {
    isOver,
    handlers: { onDragEnter: enter, onDragOver: enter, onDragLeave: leave, onDrop: () => setOver(false) },
  }
}

/** The dropped files, without folders, which cannot be uploaded. */
function droppedFiles({ dataTransfer }: DragEvent): File[] {
  const items = [...dataTransfer.items].filter(({ kind }) => kind === 'file')
  return items.flatMap((item) => (item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? [])))
}

const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  Boolean(dataTransfer?.types.includes('Files'))

/** Stops the browser from opening a file that is dropped outside the targets. */
function keepPageOnDrop(): () => void {
  const keep = (event: globalThis.DragEvent) => {
    if (hasFiles(event)) event.preventDefault()
  }
  window.addEventListener('dragover', keep)
  window.addEventListener('drop', keep)
  return () => {
    window.removeEventListener('dragover', keep)
    window.removeEventListener('drop', keep)
  }
}
