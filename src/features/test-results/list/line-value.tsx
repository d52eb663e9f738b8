import { minifyJson } from '#src/ui/pretty-json.ts'
import grid from '#src/ui/grid/grid.module.css'
import classes from './run-grid.module.css'

/** Longer text is not cut by the ellipsis alone: a row must stay cheap to lay out. */
const CHARACTERS = 300

type Props = {
  value: string | null
  /** Shown where there is no value. */
  none: string
}

/** A value on one line: JSON minified, any other text with its line breaks as spaces. */
export function LineValue({ value, none }: Props) {
  if (value === null) return <span className={grid.none}>{none}</span>
  if (value === '') return <span className={grid.none}>empty</span>
  return (
    <code className={`mono ${classes.line}`} dir="auto">
      {minifyJson(value).slice(0, CHARACTERS).replaceAll(/\s+/g, ' ')}
    </code>
  )
}
