import type { ReactNode } from 'react'
import classes from '../features/test-results/panel/case-details.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h4 className={classes.heading}>{title}</h4>
      {children}
    </section>
  )
}
