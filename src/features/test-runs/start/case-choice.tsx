import { Box, Radio } from '@mantine/core'
import { useEffect } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { CHOICES, type ChoiceKind, type ChoiceProps } from './choice.ts'
import classes from './start.module.css'

const LABELS: Record<ChoiceKind, string> = {
  everything: 'Everything',
  suites: 'Suites',
  filter: 'Filter',
  picked: 'Hand-picked',
  failed: 'Failed of run',
  assigned: 'Assigned to',
}

const ChoicePart = lazyPart(() => import('./choices/choice-part.tsx'))

export function CaseChoice({ project, choice, onChange }: ChoiceProps) {
  const isLoaded = ChoicePart.useIsLoaded()
  useEffect(() => void ChoicePart.load().catch(() => undefined), [])
  return (
    <div>
      <Radio.Group label="Cases" value={choice.kind} onChange={(kind) => onChange({ kind })}>
        <div className={classes.kinds}>
          {CHOICES.map((kind) => (
            <Radio key={kind} value={kind} label={LABELS[kind]} classNames={{ root: classes.kind ?? '' }} />
          ))}
        </div>
      </Radio.Group>
      {choice.kind !== 'everything' && (
        <Box mt={8}>
          {!isLoaded && <RowsSkeleton rows={2} height={32} />}
          <ChoicePart project={project} choice={choice} onChange={onChange} />
        </Box>
      )}
    </div>
  )
}
