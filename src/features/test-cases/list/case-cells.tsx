import { IconKey } from '@tabler/icons-react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { prettyJson } from '#src/ui/pretty-json.ts'
import classes from './case-row.module.css'

/** Longer text is not cut by the ellipsis alone: a row must stay cheap to lay out. */
const CHARACTERS = 300
const LINES = 3

/** A value on one line, or JSON on at most three. */
export function ExpectedValue({ value }: { value: string | null }) {
  if (value === null) return <span className={classes.dimmed}>none</span>
  if (value === '') return <span className={classes.dimmed}>empty</span>
  const pretty = prettyJson(value)
  const lines = pretty === value ? [value.replaceAll(/\s+/g, ' ')] : pretty.split('\n')
  const text = lines.slice(0, LINES).join('\n')
  return (
    <code className={`mono ${classes.value}`} dir="auto">
      {lines.length > LINES ? `${text} …` : text.slice(0, CHARACTERS)}
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
      {tags.map((tag) => (
        <span key={tag} className={classes.tag} dir="auto">
          {tag}
        </span>
      ))}
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
