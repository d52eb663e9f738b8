import { Box, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { prettyJson, shorten } from './pretty-json.ts'
import classes from './value.module.css'

/** A test value. JSON is pretty-printed, and a long value is shortened until expanded. */
export function Value({ value }: { value: string }) {
  const [isExpanded, setExpanded] = useState(false)
  const text = prettyJson(value)
  const short = shorten(text)
  if (value === '')
    return (
      <Box component="span" c="dimmed" fs="italic">
        empty
      </Box>
    )
  return (
    <>
      <code className={`mono ${classes.value}`} dir="auto">
        {isExpanded ? text : short}
      </code>
      {short !== text && (
        <UnstyledButton className={classes.more} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Show less' : 'Show all'}
        </UnstyledButton>
      )}
    </>
  )
}
