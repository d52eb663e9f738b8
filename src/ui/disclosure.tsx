import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { Chevron } from './chevron.tsx'
import classes from './disclosure.module.css'

type Props = {
  label: string
  /** Forces the content to be visible, for example because it contains an error. */
  isForced?: boolean
  children: ReactNode
}

export function Disclosure({ label, isForced = false, children }: Props) {
  const [isOpened, setOpen] = useState(false)
  const isOpen = isOpened || isForced
  const id = useId()
  return (
    <div>
      <UnstyledButton
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron isOpen={isOpen} size={14} />
        {label}
      </UnstyledButton>
      {isOpen && <div id={id}>{children}</div>}
    </div>
  )
}
