import { Alert, Button, Checkbox, Stack } from '@mantine/core'
import { IconCircleCheck, IconColumns } from '@tabler/icons-react'
import type { ImportPreview } from '#shared/imports/import.ts'
import { formatCount } from '#src/lib/format.ts'
import { ButtonLine } from '#src/ui/button-line.tsx'
import { ErrorBox } from '#src/ui/error-box.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ColumnTable } from './column-table.tsx'
import { ImportCounts } from './import-counts.tsx'
import { ImportNotes, PlannedChanges, RefusedRows } from './import-rows.tsx'
import { ignoreRefs, importFile, type ImportSession, readAgain, skipRefused } from './import-session.ts'

type Props = { session: Extract<ImportSession, { step: 'preview' }>; onClose: () => void }

/** What an import of the file would do, before it does it. */
export function Preview({ session, onClose }: Props) {
  const { preview, isOld, problem, mapping } = session
  return (
    <>
      {problem !== null && isOld ? (
        <ErrorState message={problem} onRetry={() => void readAgain()} />
      ) : (
        <ErrorBox message={problem} />
      )}
      {preview.columns.length > 0 && <ColumnTable columns={preview.columns} isChanged={mapping !== null} />}
      <Stack gap="md" opacity={isOld ? 0.5 : undefined} aria-busy={isOld && problem === null}>
        {preview.missing.length > 0 ? (
          <Alert color="orange" role="status" icon={<IconColumns aria-hidden />} py="xs">
            Choose the column that is the name of a case.
          </Alert>
        ) : (
          <Outcome preview={preview} />
        )}
      </Stack>
      <Buttons session={session} onClose={onClose} />
    </>
  )
}

function Outcome({ preview }: { preview: ImportPreview }) {
  const { created, updated, unchanged, refusedCount } = preview
  return (
    <>
      {created + updated + refusedCount === 0 ? (
        <Alert color="teal" role="status" icon={<IconCircleCheck aria-hidden />} py="xs">
          {unchanged === 1 ? 'The case is unchanged.' : `All ${formatCount(unchanged, 'case')} are unchanged.`} There is
          nothing to import.
        </Alert>
      ) : (
        <ImportCounts counts={preview} />
      )}
      <RefusedRows of={preview} />
      <PlannedChanges of={preview} />
      <ImportNotes of={preview} />
    </>
  )
}

function Buttons({ session, onClose }: Props) {
  const { preview, isOld, skipRefused: isSkipping } = session
  const { created, updated, refusedCount, format, columns, missing } = preview
  const hasRefs = format === 'testrail-xml' || columns.some(({ field }) => field === 'ref')
  const changes = created + updated
  const isOffered = changes > 0 || missing.length > 0
  const canImport = !isOld && missing.length === 0 && changes > 0 && (refusedCount === 0 || isSkipping)
  return (
    <ButtonLine isSticky>
      <Stack gap={4} mr="auto" w={{ base: '100%', sm: 'auto' }}>
        {refusedCount > 0 && changes > 0 && (
          <Checkbox
            label={`Import without the ${formatCount(refusedCount, 'refused row')}`}
            checked={isSkipping}
            onChange={(event) => skipRefused(event.currentTarget.checked)}
          />
        )}
        {hasRefs && (created > 0 || session.ignoreRefs) && (
          <Checkbox
            label="Give new numbers instead of those of the file"
            checked={session.ignoreRefs}
            onChange={(event) => void ignoreRefs(event.currentTarget.checked)}
          />
        )}
      </Stack>
      <Button variant="default" onClick={onClose}>
        {isOffered ? 'Cancel' : 'Close'}
      </Button>
      {isOffered && (
        <Button disabled={!canImport} onClick={() => void importFile()}>
          {changes > 0 ? `Import ${formatCount(changes, 'Case')}` : 'Import'}
        </Button>
      )}
    </ButtonLine>
  )
}
