import { Button, Group, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { formatCount } from '#src/lib/format.ts'
import { type Change, changedLines, type Piece } from './diff-lines.ts'
import classes from './value-diff.module.css'

const SIDES = ['Expected', 'Actual'] as const
const LAYOUTS = ['Unified', 'Split'] as const
const SHOWN = 50

type Props = {
  expected: string
  actual: string
  labels?: readonly [string, string]
}

export default function ValueDiff({ expected, actual, labels = SIDES }: Props) {
  const [layout, setLayout] = useLocalStorage<(typeof LAYOUTS)[number]>({ key: 'diffLayout', defaultValue: 'Unified' })
  const [isWhole, setWhole] = useState(false)
  const changes = useMemo(() => changedLines(expected, actual), [expected, actual])
  const Changed = layout === 'Split' ? SplitChange : UnifiedChange
  return (
    <div role="group" aria-label="Diff">
      <Group gap={8} wrap="nowrap" justify="space-between" mb={4}>
        <span>{formatCount(changes.length, 'change')}</span>
        <Button.Group>
          {LAYOUTS.map((each) => (
            <Button
              key={each}
              size="compact-sm"
              variant={each === layout ? 'light' : 'default'}
              aria-pressed={each === layout}
              onClick={() => setLayout(each)}
            >
              {each}
            </Button>
          ))}
        </Button.Group>
      </Group>
      <div className={classes.lines}>
        {layout === 'Split' && (
          <div className={`${classes.pair} ${classes.head}`}>
            <span>{labels[0]}</span>
            <span>{labels[1]}</span>
          </div>
        )}
        {/* oxlint-disable react/no-array-index-key -- the changes of two values have no other identity */}
        {(isWhole ? changes : changes.slice(0, SHOWN)).map((change, index) => (
          <div key={index}>
            {change.equalBefore > 0 && (
              <div className={classes.gap}>{formatCount(change.equalBefore, 'equal line')}</div>
            )}
            <Changed change={change} />
          </div>
        ))}
      </div>
      {!isWhole && changes.length > SHOWN && (
        <UnstyledButton mih={24} c="var(--mantine-color-anchor)" fz="sm" onClick={() => setWhole(true)}>
          Show all changes
        </UnstyledButton>
      )}
    </div>
  )
}

export function UnifiedChange({ change: { removed, added } }: { change: Change }) {
  return (
    <>
      {removed.map((pieces, index) => (
        <Removed key={index} pieces={pieces} />
      ))}
      {added.map((pieces, index) => (
        <Added key={index} pieces={pieces} />
      ))}
    </>
  )
}

function SplitChange({ change: { removed, added } }: { change: Change }) {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => (
    <div key={index} className={classes.pair}>
      <div>
        <Removed pieces={removed[index]} />
      </div>
      <div>
        <Added pieces={added[index]} />
      </div>
    </div>
  ))
}

/** A line of one side. The other side may be longer. */
type LineProps = { pieces: Piece[] | undefined }

const Removed = ({ pieces }: LineProps) =>
  pieces && (
    <del className={`${classes.line} ${classes.removed}`}>
      <Pieces pieces={pieces} />
    </del>
  )

const Added = ({ pieces }: LineProps) =>
  pieces && (
    <ins className={`${classes.line} ${classes.added}`}>
      <Pieces pieces={pieces} />
    </ins>
  )

const Pieces = ({ pieces }: { pieces: Piece[] }) =>
  pieces.map(({ text, isChanged }, index) =>
    isChanged ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  )
