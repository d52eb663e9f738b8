import { useSearchParams } from 'wouter'
import { goBack } from '#src/lib/go-back.ts'

/** In the state of a history entry that was added to open a case: the Back button closes it. */
const OPENED = 'caseOpened'

/** The case of the address, `?case=C12`, whose panel is open. */
export function useCaseAddress() {
  const [params, setParams] = useSearchParams()
  const caseRef = params.get('case')
  const set = (ref: string | null, options: { replace: boolean; state?: unknown }) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (ref === null) next.delete('case')
      else next.set('case', ref)
      return next
    }, options)
  return {
    caseRef,
    /** A case opened while another one is open takes its history entry. */
    openCase: (ref: string) =>
      caseRef === null
        ? set(ref, { replace: false, state: { [OPENED]: true } })
        : set(ref, { replace: true, state: history.state as unknown }),
    closeCase: () => {
      if ((history.state as Record<string, unknown> | null)?.[OPENED] === true) goBack()
      else set(null, { replace: true })
    },
  }
}
