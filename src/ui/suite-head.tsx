import type { ReactNode } from 'react'
import classes from './suite-head.module.css'

type Suite = { number: number; name: string }

/** The head of a suite in a list: a group named after the suite. */
export function SuiteHead({
  suite,
  className,
  children,
}: {
  suite: Suite
  className: string | undefined
  children: ReactNode
}) {
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
      <span className={classes.name} dir="auto">
        {suite.name}
      </span>
    </>
  )
}
