import { Button, Group, Paper, Title } from '@mantine/core'
import type { MouseEvent } from 'react'
import { focusAfterRemoval, removesShown } from '#src/ui/focus-after-removal.ts'
import { ReportUpload } from './report-upload.tsx'
import { isUnderway, useUploads } from './upload-store.ts'
import { clearUploads } from './uploads.ts'

type Props = { projectId: string; onShowRun: (runId: string) => void }

/** The reports uploaded since the page was loaded, until cleared. */
export function ReportUploads({ projectId, onShowRun }: Props) {
  const uploads = useUploads(projectId)
  if (uploads.length === 0) return null
  const clear = ({ currentTarget }: MouseEvent) => {
    focusAfterRemoval(currentTarget)()
    clearUploads(projectId)
  }
  return (
    <Paper withBorder component="section" aria-labelledby="uploads" mb="md">
      <Group justify="space-between" px="md" py="xs">
        <Title order={2} id="uploads">
          Uploaded reports
        </Title>
        {!uploads.every(isUnderway) && (
          <Button size="compact-sm" variant="default" {...removesShown('uploads')} onClick={clear}>
            Clear
          </Button>
        )}
      </Group>
      <ul className="plain-list">
        {uploads.map((upload) => (
          <ReportUpload key={upload.id} upload={upload} onShowRun={onShowRun} />
        ))}
      </ul>
    </Paper>
  )
}
