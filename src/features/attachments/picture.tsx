import { type ReactNode, useState } from 'react'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { useAddress } from './use-address.ts'

type Props = {
  item: AttachmentItem
  alt: string
  className: string | undefined
  /** Shown until the address is known. */
  placeholder?: ReactNode
  /** Shown when the picture cannot be. */
  broken: ReactNode
  isLazy?: boolean
  onLoad?: () => void
}

/**
 * A picture by its signed address. One that is shown keeps the address it was loaded from: a renewed one would load it
 * again. One that fails is tried once more with a new address, because a lazy picture may load after its first ended.
 */
export function Picture({ item, alt, className, placeholder, broken, isLazy = false, onLoad }: Props) {
  const [loaded, setLoaded] = useState<string | null>(null)
  const [attempt, setAttempt] = useState<'first' | 'renewing' | 'second' | 'broken'>('first')
  const { address, isError, renew } = useAddress(item.id, { isEnabled: loaded === null, isKept: loaded === null })
  const source = loaded ?? address
  const fail = () => {
    if (attempt !== 'first' || source === undefined) return setAttempt('broken')
    setAttempt('renewing')
    void renew().then(() => setAttempt('second'))
  }
  if (attempt === 'broken' || (isError && source === undefined)) return broken
  if (source === undefined || attempt === 'renewing') return placeholder
  return (
    <img
      // The same address is tried again, too.
      key={attempt}
      className={className}
      src={source}
      alt={alt}
      decoding="async"
      loading={isLazy ? 'lazy' : 'eager'}
      onLoad={() => {
        setLoaded(source)
        onLoad?.()
      }}
      onError={fail}
    />
  )
}
