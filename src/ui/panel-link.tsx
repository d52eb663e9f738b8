import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import type { ReactNode } from 'react'

type Props = { href: string; onClick?: (() => void) | undefined; children: ReactNode }

/** A link on a line of its own, or in a line of text, that is high enough to hit. */
export function PanelLink({ href, onClick, children }: Props) {
  return (
    <Anchor component={Link} href={href} onClick={onClick} inherit display="inline-block" miw={24} mih={24} fw={400}>
      {children}
    </Anchor>
  )
}
