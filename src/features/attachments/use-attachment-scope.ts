import { createContext, useContext } from 'react'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import type { AttachmentOwner } from './owner.ts'

export type AttachmentScopeValue = {
  owner: AttachmentOwner
  /** Undefined until they are loaded. */
  items: readonly AttachmentItem[] | undefined
  canWrite: boolean
  open: (id: string) => void
}

export const AttachmentScopeContext = createContext<AttachmentScopeValue | null>(null)

/** Null outside of a result or case. */
export const useOptionalScope = () => useContext(AttachmentScopeContext)

export function useAttachmentScope(): AttachmentScopeValue {
  const scope = useOptionalScope()
  if (!scope) throw new Error('useAttachmentScope needs an AttachmentScope')
  return scope
}
