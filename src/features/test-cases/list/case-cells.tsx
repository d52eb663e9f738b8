import { IconKey } from '@tabler/icons-react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { prettyJson, shorten } from '#src/ui/pretty-json.ts'
import grid from '#src/ui/grid/grid.module.css'
import classes from './case-grid.module.css'

/** Longer text is shortened, in addition to the ellipsis: rows must stay cheap to lay out. */
const CHARACTERS = 300
/** Further tags are counted. */
const TAGS = 2

/** A value on one line, or the first three lines of JSON. */
export function ExpectedValue({ value }: { value: string | null }) {
  if (value === null) return <span className={grid.none}>none</span>
  if (value === '') return <span className={grid.none}>empty</span>
  const pretty = prettyJson(value)
  const text = pretty === value ? value.replaceAll(/\s+/g, ' ').slice(0, CHARACTERS) : shorten(pretty)
  return (
    <code className={`mono ${classes.value}`} dir="auto">
      {text}
    </code>
  )
}

export function Priority({ priority }: Pick<TestCase, 'priority'>) {
  return (
    <span className={classes.priority} data-priority={priority}>
      {priority}
    </span>
  )
}

export function Tags({ tags }: Pick<TestCase, 'tags'>) {
  if (tags.length === 0) return null
  return (
    <span className={classes.tags} title={tags.join(', ')}>
      {tags.slice(0, TAGS).map((tag) => (
        <span key={tag} className={classes.tag} dir="auto">
          {tag}
        </span>
      ))}
      {tags.length > TAGS && <span className={classes.more}>+{tags.length - TAGS}</span>}
    </span>
  )
}

export function AutomationKey({ value }: { value: string }) {
  return (
    <span className={classes.key} title={`Automation key: ${value}`}>
      <IconKey size={14} role="img" aria-label="Automation key" />
      <span className="mono">{value}</span>
    </span>
  )
}
