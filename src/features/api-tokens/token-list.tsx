import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiToken } from '#shared/api-tokens/api-token.ts'
import { RowError } from '#src/ui/row-error.tsx'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { useProgressive } from '#src/ui/use-progressive.ts'
import { TokenRow } from './token-row.tsx'

type Props<T extends ApiToken> = {
  tokens: T[] | undefined
  error: string | null
  retry: () => void
  /** Whose token it is, where tokens of several owners are listed. */
  ownerOf?: (token: T) => ReactNode
  onRotate?: (token: T) => void
  onRevoke: (token: T) => void
}

/** The tokens of one owner or of all, or why there are none. */
export function TokenList<T extends ApiToken>({ tokens, error, retry, ...rows }: Props<T>) {
  if (error !== null) return <RowError message={error} onRetry={retry} />
  if (!tokens) return <RowsSkeleton rows={2} height={44} />
  if (tokens.length === 0) return <Text>No tokens yet</Text>
  return <Rows tokens={tokens} {...rows} />
}

function Rows<T extends ApiToken>({
  tokens,
  ownerOf,
  onRotate,
  onRevoke,
}: Omit<Props<T>, 'tokens' | 'error' | 'retry'> & { tokens: T[] }) {
  const { shown, endRef } = useProgressive(tokens)
  return (
    <>
      <Paper component="ul" withBorder className="plain-list" aria-label="Tokens">
        {shown.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            owner={ownerOf?.(token)}
            {...(onRotate && { onRotate: () => onRotate(token) })}
            onRevoke={() => onRevoke(token)}
          />
        ))}
      </Paper>
      <div ref={endRef} />
    </>
  )
}
