import { createContext, useContext } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'

type Target = { suite: TestSuiteListItem; testCase: TestCase }
export type FormAction = { kind: 'create'; suite: TestSuiteListItem } | ({ kind: 'edit' } & Target)
export type RunAction = { kind: 'run' } & Target
export type CaseAction = FormAction | RunAction

const OpenDialog = createContext<(action: CaseAction) => void>(() => undefined)

export const CaseActionProvider = OpenDialog.Provider

export const useCaseAction = () => useContext(OpenDialog)
