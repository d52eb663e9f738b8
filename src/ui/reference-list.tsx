import { Anchor, Group } from '@mantine/core'
import { addressOf } from '#shared/references.ts'

type Props = { references: readonly string[]; issueUrl: string | null }

export function ReferenceList({ references, issueUrl }: Props) {
  return (
    <Group gap="0 8px" className="breakable">
      {references.map((reference) => {
        const address = addressOf(reference, issueUrl)
        return address === null ? (
          <span key={reference}>{reference}</span>
        ) : (
          <Anchor
            key={reference}
            href={address}
            target="_blank"
            rel="noreferrer"
            size="sm"
            display="inline-block"
            mih={24}
            miw={24}
            lh="24px"
          >
            {reference}
          </Anchor>
        )
      })}
    </Group>
  )
}
