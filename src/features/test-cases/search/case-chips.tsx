import { useCaseList } from '../list/case-list.tsx'
import { FilterChips } from './filter-chips.tsx'

export function CaseChips() {
  const { project, allSuites, filter, setFilter } = useCaseList()
  return <FilterChips projectId={project.id} suites={allSuites} filter={filter} setFilter={setFilter} />
}
