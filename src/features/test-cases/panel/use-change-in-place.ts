import { useState } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { useTestCases } from '../use-test-cases.ts'
import { useCaseList } from '../list/case-list.tsx'

type Facts = Partial<Pick<TestCase, 'priority' | 'tags' | 'references'>>

/** Saves facts as they are set. The new ones are shown at once, and taken back if they are refused. */
export function useChangeInPlace(testCase: TestCase) {
  const { project } = useCaseList()
  const { change: save } = useTestCases(project.id)
  const [pending, setPending] = useState<Facts>({})
  const change = async (facts: Facts) => {
    setPending((before) => ({ ...before, ...facts }))
    await save({ id: testCase.id, ...facts }).catch(() => undefined)
    setPending({})
  }
  return { shown: { ...testCase, ...pending }, change: (facts: Facts) => void change(facts) }
}
