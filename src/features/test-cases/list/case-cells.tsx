import { Box, Group } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { oneLine } from '#src/ui/grid/line-value.tsx'
import { prettyJson, shorten } from '#src/ui/pretty-json.ts'
import classes from './case-grid.module.css'

/** Further tags are counted. */
const TAGS = 2
const PRIORITIES = {
  critical: { c: 'var(--mantine-color-error)', fw: 600 },
  high: { fw: 600 },
  medium: { c: 'dimmed' },
  low: { c: 'dimmed' },
} as const

/** JSON on its first lines, any other text on one line. */
export function expectedText(value: string): string {
  const pretty = prettyJson(value)
  return pretty === value ? oneLine(value) : shorten(pretty)
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
