import { Badge, Box, Group, Progress } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Import } from '#shared/imports/import.ts'
import { formatNumber } from '#src/lib/format.ts'
import { toastSuccess } from '#src/lib/toast.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { Time } from '#src/ui/time.tsx'
import { FORMAT_NAMES } from './formats.ts'
import classes from './imports.module.css'
import { undoImport, undoneText } from './undo-import.ts'

type Props = { projectId: string; canWrite: boolean; made: Import }

/** One import: what, who, when, and a button to undo it. */
export function ImportItem({ projectId, canWrite, made }: Props) {
  const { name, format, createdAt, createdBy, isDone, undoneAt } = made
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const undo = async () => {
    if (!(await confirm(QUESTION))) return
    setBusy(true)
    const undone = await undoImport(projectId, made)
    setBusy(false)
    if (undone) toastSuccess(`Import undone. ${undoneText(undone)}`)
  }
  return (
    <li className={classes.item}>
      <div className="breakable">
        <Box id={id} className="breakable" fw={600} dir="auto">
          {name ?? `${FORMAT_NAMES[format]} without a name`}
        </Box>
        <Box c="dimmed" fz="sm">
          {FORMAT_NAMES[format]}, <Time iso={createdAt} as="relative" /> by{' '}
          {createdBy?.name ?? 'the project credential'}
        </Box>
        <Counts of={made} />
      </div>
      {undoneAt !== null ? (
        <Badge color="gray">Undone</Badge>
      ) : (
        isDone &&
        canWrite && (
          <BusyButton
            variant="default"
            size="xs"
            flex="none"
            aria-describedby={id}
            isBusy={isBusy}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => void undo()}
          >
            Undo
          </BusyButton>
        )
      )}
    </li>
  )
}

const QUESTION = {
  title: 'Undo Import',
  text: 'The new cases go to the trash, and changed ones get back their former content. Cases that were changed since the import stay as they are.',
  action: 'Undo Import',
}

function Counts({ of: { total, created, updated, unchanged, refusedCount, isDone } }: { of: Import }) {
  const done = created + updated + unchanged
  if (!isDone)
    return (
      <Group gap="sm">
        <Progress.Root size={6} flex={1}>
          <Progress.Section value={(100 * done) / total} aria-label="Import" />
        </Progress.Root>
        <span>
          {formatNumber(done)} of {formatNumber(total)}
        </span>
      </Group>
    )
  const counts = [
    [created, 'new'],
    [updated, 'changed'],
    [unchanged, 'unchanged'],
    [refusedCount, 'refused'],
  ] as const
  const shown = counts.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count)} ${word}`)
  return <div>{shown.join(', ')}</div>
}
