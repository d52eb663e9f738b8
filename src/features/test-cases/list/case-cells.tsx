import { Box, Group } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { prettyJson, shorten } from '#src/ui/pretty-json.ts'
import grid from '#src/ui/grid/grid.module.css'
import classes from './case-grid.module.css'

/** Longer text is shortened, in addition to the ellipsis: rows must stay cheap to lay out. */
const CHARACTERS = 300
/** Further tags are counted. */
const TAGS = 2
const PRIORITIES = {
  critical: { c: 'var(--mantine-color-error)', fw: 600 },
  high: { fw: 600 },
  medium: { c: 'dimmed' },
  low: { c: 'dimmed' },
} as const

/** A value on one line, or the first three lines of JSON. */
export function ExpectedValue({ value }: { value: string | null }) {
  if (value === null) return <span className={grid.none}>none</span>
  if (value === '') return <span className={grid.none}>empty</span>
  const pretty = prettyJson(value)
  const text = pretty === value ? value.replaceAll(/\s+/g, ' ').slice(0, CHARACTERS) : shorten(pretty)
  return (
    <code className={`mono ${grid.value}`} dir="auto">
      {text}
    </code>
  )
}

export function Priority({ priority }: Pick<TestCase, 'priority'>) {
  return (
    <Box component="span" {...PRIORITIES[priority]}>
      {priority}
    </Box>
  )
}

export function Tags({ tags }: Pick<TestCase, 'tags'>) {
  if (tags.length === 0) return null
  return (
    <Group component="span" gap={4} wrap="nowrap" align="stretch" className="one-line" title={tags.join(', ')}>
      {tags.slice(0, TAGS).map((tag) => (
        <span key={tag} className={`one-line ${classes.tag}`} dir="auto">
          {tag}
        </span>
      ))}
      {tags.length > TAGS && (
        <Box component="span" flex="none" c="dimmed" fz="xs" lh="20px">
          +{tags.length - TAGS}
        </Box>
      )}
    </Group>
  )
}

export function AutomationKey({ value }: { value: string }) {
  return (
    <Group
      component="span"
      gap={4}
      wrap="nowrap"
      miw={32}
      c="dimmed"
      className="one-line"
      title={`Automation key: ${value}`}
    >
      <IconKey size={14} role="img" aria-label="Automation key" style={{ flex: 'none' }} />
      <span className="mono one-line">{value}</span>
    </Group>
  )
}
