import type { ReactNode } from 'react'
import classes from './suite-head.module.css'

type Suite = { number: number; name: string }

type Props = { suite: Suite; className: string | undefined; children: ReactNode }

/** The head of a suite in a list: a group named after the suite. */
export function SuiteHead({ suite, className, children }: Props) {
  return (
    <div className={className} role="group" aria-label={`${suite.number} ${suite.name}`}>
      {children}
    </div>
  )
}

export function SuiteTitle({ suite }: { suite: Suite }) {
  return (
    <>
      <span className={classes.number}>{suite.number}</span>
      <span className={`two-lines ${classes.name}`} dir="auto">
        {suite.name}
      </span>
    </>
  )
}
