import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './disclosure.module.css'

type Props = { label: string; children: ReactNode }

/** What is shown only when asked for. */
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
        <IconChevronRight size={14} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
        {label}
      </UnstyledButton>
      {isOpen && <div id={id}>{children}</div>}
    </div>
  )
}
