import { Box } from '@mantine/core'
import { minifyJson } from '../pretty-json.ts'
import classes from './grid.module.css'

/** Longer text is not cut by the ellipsis alone: a row must stay cheap to lay out. */
const CHARACTERS = 300

type Props = {
  value: string | null
  /** Shown where there is no value. */
  none: string
  textOf?: (value: string) => string
}

/** A value on one line. */
export function LineValue({ value, none, textOf = minified }: Props) {
  if (value === null) return <Box c="dimmed">{none}</Box>
  if (value === '') return <Box c="dimmed">empty</Box>
  return (
    <code className={`mono ${classes.value}`} dir="auto">
      {textOf(value)}
    </code>
  )
}

/** JSON minified, any other text with its line breaks as spaces. */
const minified = (value: string) => oneLine(minifyJson(value))

export const oneLine = (text: string) => text.slice(0, CHARACTERS).replaceAll(/\s+/g, ' ')
