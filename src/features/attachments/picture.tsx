import { type ReactNode, useState } from 'react'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { useAddress } from './use-address.ts'

type Props = {
  item: AttachmentItem
  alt: string
  className: string | undefined
  placeholder?: ReactNode
  broken: ReactNode
  isLazy?: boolean
}

/**
 * A picture by its signed address. A shown picture keeps its address, because a renewed one would load it again. A
 * picture that fails is retried once with a new address: lazy pictures may load after their first address expired.
 */
export function Picture({ item, alt, className, placeholder, broken, isLazy = false }: Props) {
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
      // Makes the browser retry even with the same address.
      key={attempt}
      className={className}
      src={source}
      alt={alt}
      decoding="async"
      loading={isLazy ? 'lazy' : 'eager'}
      onLoad={() => setLoaded(source)}
      onError={fail}
    />
  )
}
