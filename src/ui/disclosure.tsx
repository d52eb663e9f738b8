import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { Chevron } from './chevron.tsx'
import classes from './disclosure.module.css'

type Props = { label: string; children: ReactNode }

/** Content that a button shows and hides. */
export function Disclosure({ label, children }: Props) {
  const [isOpen, setOpen] = useState(false)
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
