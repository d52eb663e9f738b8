import { useMemo } from 'react'
import { formatCount } from '#src/lib/format.ts'
import { type Change, changedLines } from './diff-lines.ts'
import { UnifiedChange } from './value-diff.tsx'
import classes from './value-diff.module.css'

export function TextDiff({ before, after }: { before: string; after: string }) {
  const changes = useMemo(() => withoutEmptySide(before, after), [before, after])
  if (changes.length === 0) return <div className={classes.gap}>The same value, written in another way</div>
  return (
    <div className={classes.lines}>
      {/* oxlint-disable react/no-array-index-key -- the changes of two texts have no other identity */}
      {changes.map((change, index) => (
        <div key={index}>
          {change.equalBefore > 0 && <div className={classes.gap}>{formatCount(change.equalBefore, 'equal line')}</div>}
          <UnifiedChange change={change} />
        </div>
      ))}
    </div>
  )
}

const withoutEmptySide = (before: string, after: string): Change[] =>
  changedLines(before, after).map((change) => ({
    ...change,
    ...(before === '' && { removed: [] }),
    ...(after === '' && { added: [] }),
  }))
