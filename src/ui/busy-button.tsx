import { Button, type ButtonProps, type ElementProps } from '@mantine/core'

type Props = ButtonProps & ElementProps<'button', keyof ButtonProps> & { isBusy: boolean; onClick?: () => void }

/** A button whose act may be under way: further presses are held back. Disabled, it would lose the focus. */
export function BusyButton({ isBusy, onClick, ...button }: Props) {
  return <Button {...button} aria-busy={isBusy} onClick={(event) => (isBusy ? event.preventDefault() : onClick?.())} />
}
