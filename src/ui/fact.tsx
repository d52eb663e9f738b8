import type { ReactNode } from 'react'
import classes from './fact.module.css'

/** A term and its value. The surrounding `dl` sets the layout. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{term}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}
