import { Badge, Box, Button, FileButton, Group } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { formatBytes } from '#src/lib/format.ts'
import { FORMAT_NAMES } from './formats.ts'
import { chooseFile, type ImportSession } from './import-session.ts'

/** The chosen file: its name, its size, and what it was recognized as. */
export function FileLine({ session, file }: { session: ImportSession; file: File }) {
  const format = 'preview' in session ? session.preview.format : 'made' in session ? session.made.format : null
  const isFixed = session.step === 'sending' || session.step === 'running'
  return (
    <Group justify="space-between" gap="4px 12px" wrap="nowrap">
      <Group gap={8} className="breakable">
        <IconFileText size={18} stroke={1.5} aria-hidden />
        <Box component="span" className="breakable" fw={500} dir="auto">
          {file.name}
        </Box>
        <Box component="span" c="dimmed" fz="sm">
          {formatBytes(file.size)}
        </Box>
        {format && <Badge color="gray">{FORMAT_NAMES[format]}</Badge>}
      </Group>
      {!isFixed && (
        <FileButton onChange={(chosen) => chosen && void chooseFile(chosen)}>
          {(button) => (
            <Button flex="none" variant="default" size="compact-sm" {...button}>
              Another File
            </Button>
          )}
        </FileButton>
      )}
    </Group>
  )
}
