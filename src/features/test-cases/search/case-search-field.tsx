import { useRef } from 'react'
import { SearchField } from '#src/ui/search-field.tsx'
import { useActs } from '../../keys/acts.ts'
import { focusCursor } from '../../keys/move.ts'
import { useCaseList, useLatestCaseList } from '../list/case-list.tsx'

export function CaseSearchField() {
  const { filter, setFilter } = useCaseList()
  const list = useLatestCaseList()
  const field = useRef<HTMLInputElement>(null)
  useActs({ search: () => field.current?.select() })
  return (
    <SearchField
      ref={field}
      label="Search cases"
      text={filter}
      onSearch={setFilter}
      onLeave={() => focusCursor(list())}
    />
  )
}
