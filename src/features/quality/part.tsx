import { Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './part.module.css'

type Props = {
  title: string
  /** How many there are in all, beside the title. */
  count?: string | undefined
  /** The id of the heading, for those that lead to it. */
  id?: string
  /** Buttons at the right of the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of the screen, named by its heading. */
export function Part({ title, count, id, actions, children }: Props) {
  const ownId = useId()
  const titleId = id ?? ownId
  return (
    <Paper withBorder component="section" className={classes.part} aria-labelledby={titleId}>
      <div className={classes.head}>
        <Title order={3} id={titleId} tabIndex={-1} className={classes.title}>
          {title}
        </Title>
        {count !== undefined && <span className={classes.count}>{count}</span>}
        <div className={classes.actions}>{actions}</div>
      </div>
      {children}
    </Paper>
  )
}

/** In place of a list that is empty. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className={classes.nothing}>{children}</p>
