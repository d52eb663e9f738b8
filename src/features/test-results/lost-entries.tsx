import { ErrorBox } from '#src/ui/error-box.tsx'
import { useDrafts } from './store/drafts.ts'
import { entryText } from './store/entry.ts'

/** What could not be saved in a run that was deleted meanwhile, in place of the rows that would show it. */
export function LostEntries({ testRunId }: { testRunId: string }) {
  const lost = useDrafts().filter((draft) => draft.testRunId === testRunId && draft.state === 'refused')
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
