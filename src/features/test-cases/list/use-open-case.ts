import type { TestCase } from '#shared/test-cases/test-case.ts'
import { useCaseAddress } from '../panel/use-case-address.ts'
import { awaitsSaving } from './unsent.ts'

/** Opens the panel of a case, or closes it if it shows that case. */
export function useOpenCase() {
  const { caseRef, openCase, closeCase } = useCaseAddress()
  return {
    open: (testCase: TestCase) => {
      if (!awaitsSaving([testCase.id]) && testCase.ref !== caseRef) openCase(testCase.ref)
    },
    toggle: (testCase: TestCase) => {
      if (testCase.ref === caseRef) closeCase()
      else if (!awaitsSaving([testCase.id])) openCase(testCase.ref)
    },
  }
}
