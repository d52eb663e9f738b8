import { Button, Group, Title } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import { Chevron } from '#src/ui/chevron.tsx'
import { focusAfterRemoval, removesShown } from '#src/ui/focus-after-removal.ts'
import { ReportUpload } from './report-upload.tsx'
import classes from './report-uploads.module.css'
import { clearUploads, isUnderway, useUploads } from './uploads.ts'

/** The reports uploaded since the page was loaded, until cleared. Docked above the strip: the rows do not move. */
export function ReportUploads({ projectId }: { projectId: string }) {
  const uploads = useUploads(projectId)
  const [isOpen, setOpen] = useState(true)
  if (uploads.length === 0) return null
  const clear = ({ currentTarget }: MouseEvent) => {
    focusAfterRemoval(currentTarget)()
    clearUploads(projectId)
  }
  return (
    <section aria-labelledby="uploads" className={classes.dock}>
      <Group gap={0} wrap="nowrap" justify="space-between" mih={32} pt={0} pr={8} pb={0} pl={4}>
        <Title order={2} size="h3" id="uploads">
          <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Chevron isOpen={isOpen} />
            Uploaded reports
          </button>
        </Title>
        {!uploads.every(isUnderway) && (
          <Button size="compact-sm" variant="default" {...removesShown('uploads')} onClick={clear}>
            Clear
          </Button>
        )}
      </Group>
      <ul className={`plain-list ${classes.list}`} hidden={!isOpen}>
        {uploads.map((upload) => (
          <ReportUpload key={upload.entryId} upload={upload} />
        ))}
      </ul>
    </section>
  )
}
