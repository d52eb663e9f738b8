import { Button, Stack } from '@mantine/core'
import { IconFilterOff, IconHistory } from '@tabler/icons-react'
import { messageOf } from '#src/lib/errors.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { AuditTable } from './audit-table.tsx'
import { AuditToolbar } from './audit-toolbar.tsx'
import { useAudit } from './use-audit.ts'
import { useAuditView } from './use-audit-view.ts'

/** The audit log of a project; without one, of everything. */
export function AuditLog({ projectId }: { projectId?: string }) {
  const view = useAuditView()
  const { events, error, isOld, hasMore, isLoadingMore, loadMore, retry } = useAudit(projectId, view.filter)
  return (
    <Stack gap="sm">
      <AuditToolbar projectId={projectId} view={view} events={events ?? []} />
      {error ? (
        <ErrorState message={messageOf(error, 'Failed to read the audit log')} onRetry={retry} />
      ) : !events ? (
        <RowsSkeleton rows={8} height={28} />
      ) : events.length === 0 ? (
        <NoEvents isFiltered={view.isFiltered} onClear={view.clear} />
      ) : (
        <AuditTable
          events={events}
          hasProject={projectId === undefined}
          isStale={isOld}
          onActor={(by) => view.set({ by })}
        />
      )}
      {hasMore && (
        <BusyButton variant="default" fullWidth isBusy={isLoadingMore} onClick={loadMore}>
          Show older
        </BusyButton>
      )}
    </Stack>
  )
}

function NoEvents({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState
        icon={IconHistory}
        title="No events yet"
        hint="Sign-ins, changes of members, settings and secrets, deletions and exports are listed here."
      />
    )
  return (
    <EmptyState icon={IconFilterOff} title="No event matches" hint="The log has events that the filter leaves out.">
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    </EmptyState>
  )
}
