import { Anchor, type AnchorProps } from '@mantine/core'
import type { ComponentProps } from 'react'

type Props = AnchorProps & Pick<ComponentProps<'button'>, 'onClick' | 'aria-expanded' | 'children'>

/** A button that looks like a link. */
export function TextButton(props: Props) {
  return <Anchor component="button" type="button" size="sm" lh="24px" ta="start" {...props} />
}
