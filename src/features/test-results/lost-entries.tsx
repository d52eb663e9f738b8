import { ErrorBox } from '#src/ui/error-box.tsx'
import { useDrafts } from './store/drafts.ts'
import { entryText } from './store/entry.ts'

/** What could not be saved in a run, or in any, in place of the rows that are gone. */
export function LostEntries({ testRunId }: { testRunId?: string }) {
  const lost = useDrafts().filter(
    (draft) => draft.state === 'refused' && draft.testRunId === (testRunId ?? draft.testRunId),
  )
  return lost.map((draft) => (
    <div
      key={draft.resultId}
      className="breakable"
      style={{ whiteSpace: 'pre-wrap', maxHeight: '12lh', overflowY: 'auto' }}
    >
      <ErrorBox message={`${draft.label} was not saved: “${entryText(draft)}”`} />
    </div>
  ))
}
