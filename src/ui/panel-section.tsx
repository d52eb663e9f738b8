import type { ReactNode } from 'react'
import classes from './panel-section.module.css'

export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h4 className={classes.heading}>{title}</h4>
      {children}
    </section>
  )
}
