import { useMoveActs } from '../../keys/use-move-acts.ts'

import { useSelectActs } from '../../keys/use-select-acts.ts'
import { useSuitePlaces } from '../../palette/suite-places.ts'
import { goTo } from '../../keys/move.ts'
import { useCaseList } from './case-list.tsx'
import { useEditActs } from './use-edit-acts.ts'
import { useKeptCase } from './use-kept-case.ts'
import { useOpenActs } from './use-open-acts.ts'
import { useOrderActs } from './use-order-acts.ts'
import { useStartCursor } from './use-start-cursor.ts'

/** The keyboard of the Test Suites tab. Inside the `CaseListProvider`. */
export function CaseKeys({ onCreateSuite }: { onCreateSuite: () => void }) {
  const list = useCaseList()
  useKeptCase(list)
  useStartCursor(list)
  useMoveActs()
  useSelectActs()
  useOpenActs()
  useEditActs(onCreateSuite)
  useOrderActs()
  useSuitePlaces({
    suites: list.allSuites,
    goTo: (suiteId) => {
      const row = list.rowAt({ suiteId, position: null })
      if (row !== undefined) goTo(list, row)
    },
  })
  return null
}
