import { Box, Button, FileButton, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { IMPORT_CASES_MAX, IMPORT_MAX_MB } from '#shared/imports/import.ts'
import { TRASH_DAYS } from '#shared/deletions/trash-days.ts'
import { droppedFiles } from '#src/lib/dragged-files.ts'
import { formatNumber } from '#src/lib/format.ts'
import { say } from '#src/lib/toast.ts'
import { Fact } from '#src/ui/fact.tsx'
import { useFileDrag } from '../test-reports/use-file-drag.ts'
import { SOURCES } from './formats.ts'
import { chooseFile } from './import-session.ts'
import classes from './imports.module.css'

export function ChooseFile() {
  const { isOver, handlers } = useFileDrag()
  const take = (files: File[]) => {
    const [file, another] = files
    if (another) say('Drop one file at a time')
    else if (file) void chooseFile(file)
  }
  return (
    <>
      <Stack
        align="center"
        gap="sm"
        className={classes.zone}
        data-over={isOver || undefined}
        {...handlers}
        onDrop={(event) => {
          handlers.onDrop()
          take(droppedFiles(event))
        }}
      >
        <IconFileImport size={32} stroke={1.4} aria-hidden />
        <Text fw={500}>Drop a file of test cases here</Text>
        <FileButton onChange={(file) => file && void chooseFile(file)}>
          {(button) => (
            <Button data-autofocus {...button}>
              Choose a File
            </Button>
          )}
        </FileButton>
      </Stack>
      <SimpleGrid component="dl" cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing={4} m={0}>
        {SOURCES.map(([source, files]) => (
          <Fact key={source} term={source}>
            {files}
          </Fact>
        ))}
      </SimpleGrid>
      <Box c="dimmed" fz="sm">
        You see what would change before anything does. An import can be undone for {TRASH_DAYS} days. At most{' '}
        {IMPORT_MAX_MB} MB and {formatNumber(IMPORT_CASES_MAX)} cases.
      </Box>
    </>
  )
}
