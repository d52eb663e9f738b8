import { lazy, Suspense } from 'react'
import type { CaseAction } from '../case-dialogs.tsx'
import { useCaseAddress } from './use-case-address.ts'

const OpenCasePanel = lazy(() => import('./open-case-panel.tsx'))

type Props = { onAction: (action: CaseAction) => void }

/** The case of the address: a column beside the list, on a phone a dialog. Needs a `CaseListProvider`. */
export function CasePanel({ onAction }: Props) {
  const { caseRef } = useCaseAddress()
  if (caseRef === null) return null
  return (
    <Suspense>
      <OpenCasePanel caseRef={caseRef} onAction={onAction} />
    </Suspense>
  )
}
