import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useWhenIdle } from '#src/ui/when-idle.ts'
import { useCaseAddress } from './use-case-address.ts'

const OpenCasePanel = lazyPart(() => import('./open-case-panel.tsx'))

/** The case of the address: a column beside the list, on a phone a dialog. Needs a `CaseListProvider`. */
export function CasePanel() {
  const { caseRef, closeCase } = useCaseAddress()
  useWhenIdle(OpenCasePanel.load)
  return caseRef === null ? null : <OpenCasePanel caseRef={caseRef} onFailure={closeCase} />
}
