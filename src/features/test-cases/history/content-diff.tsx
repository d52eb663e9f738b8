import { Box, Stack } from '@mantine/core'
import type { CaseStep } from '#shared/test-cases/test-case.ts'
import { TextDiff } from '#src/ui/text-diff.tsx'
import { type ContentChange, isChange } from './content-changes.ts'
import classes from './content-diff.module.css'
import type { StepChange } from './step-changes.ts'

export function ContentDiff({ changes }: { changes: readonly ContentChange[] }) {
  return changes.map((change) => (
    <Box key={change.label} role="group" aria-label={`Changes in ${change.label}`} mt={8}>
      <Box mb={2} fz="sm" fw={600}>
        {change.label}
      </Box>
      {change.kind === 'text' && <TextDiff before={change.before} after={change.after} />}
      {change.kind === 'words' && <WordChanges {...change} />}
      {change.kind === 'steps' && <StepRows rows={change.rows} />}
    </Box>
  ))
}

function WordChanges({ added, removed }: { added: string[]; removed: string[] }) {
  if (added.length + removed.length === 0) return 'In another order'
  return (
    <>
      {removed.map((word) => (
        <del key={word} className={classes.tag}>
          − {word}
        </del>
      ))}
      {added.map((word) => (
        <ins key={word} className={classes.tag}>
          + {word}
        </ins>
      ))}
    </>
  )
}

function StepRows({ rows }: { rows: StepChange[] }) {
  return (
    <Stack component="ol" className="plain-list" gap={8}>
      {rows.filter(isChange).map((row) => (
        <li key={`${row.kind} ${row.number}`}>
          <Box c="dimmed" fz="sm">
            Step {row.number} {row.kind}
          </Box>
          <TextDiff
            before={'before' in row ? linesOf(row.before) : ''}
            after={'after' in row ? linesOf(row.after) : ''}
          />
        </li>
      ))}
    </Stack>
  )
}

/** The action and, after an arrow, the expected outcome. */
const linesOf = ({ action, expected }: CaseStep) => (expected === '' ? action : `${action}\n→ ${expected}`)
