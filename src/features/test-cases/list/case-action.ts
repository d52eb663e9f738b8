import { createContext, useContext } from 'react'
import type { CaseAction } from '../../test-suites/case-dialogs.tsx'

const OpenDialog = createContext<(action: CaseAction) => void>(() => undefined)

export const CaseActionProvider = OpenDialog.Provider

/** Returns a function that opens a dialog of a case. */
export const useCaseAction = () => useContext(OpenDialog)
