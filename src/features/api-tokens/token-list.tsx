import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiToken } from '#shared/api-tokens/api-token.ts'
import { type Fetchable, Fetched } from '#src/ui/fetched.tsx'
import { useProgressive } from '#src/ui/use-progressive.ts'
import { TokenRow } from './token-row.tsx'

type RowsProps<T extends ApiToken> = {
  tokens: T[]
  /** Whose token it is, where tokens of several owners are listed. */
  ownerOf?: (token: T) => ReactNode
  onRotate?: (token: T) => void
  onRevoke: (token: T) => void
}

type Props<T extends ApiToken> = Omit<RowsProps<T>, 'tokens'> & { query: Fetchable<T[]> }

/** The tokens of one owner or of all, or why there are none. */
export function TokenList<T extends ApiToken>({ query, ...rows }: Props<T>) {
  return (
    <Fetched query={query} failure="The tokens could not be read" rows={2} height={44}>
      {(tokens) => (tokens.length === 0 ? <Text>No tokens yet</Text> : <Rows tokens={tokens} {...rows} />)}
    </Fetched>
  )
}

function Rows<T extends ApiToken>({ tokens, ownerOf, onRotate, onRevoke }: RowsProps<T>) {
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
