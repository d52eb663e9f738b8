import type { ReactNode } from 'react'
import type { CaseContent } from '#shared/test-cases/test-case.ts'
import classes from './case-cells.module.css'
import { TypeBadge } from './type-badge.tsx'
import { Value } from './value.tsx'

type Props = {
  number: string
  testCase: Pick<CaseContent, 'name' | 'type' | 'preconditions' | 'description'>
  expectedValue: string | null
  /** Shown below the name and description. */
  children?: ReactNode
}

/** The four grid cells that every list of cases has: number, texts, type and expected value. */
export function CaseCells({ number, testCase, expectedValue, children }: Props) {
  return (
    <>
      <CaseNumber>{number}</CaseNumber>
      <div className={classes.texts}>
        <div className="breakable" dir="auto">
          {testCase.name}
        </div>
        {testCase.preconditions && (
          <div className={`two-lines ${classes.description}`} dir="auto">
            Preconditions: {testCase.preconditions}
          </div>
        )}
        {testCase.description && (
          <div className={`two-lines ${classes.description}`} dir="auto">
            {testCase.description}
          </div>
        )}
        {children}
      </div>
      <span className={classes.type} data-cell="type">
        <TypeBadge type={testCase.type} />
      </span>
      <ValueCell caption="Expected" value={expectedValue} />
    </>
  )
}

export function ValueCell({ caption, value }: { caption: string; value: string | null }) {
  return (
    <div className={classes.value} data-cell="value">
      <span className={classes.caption}>{caption}</span>
      {value === null ? <span className={classes.none}>none</span> : <Value value={value} />}
    </div>
  )
}

export function CaseNumber({ children }: { children: string }) {
  return <span className={`mono ${classes.number}`}>{children}</span>
}
