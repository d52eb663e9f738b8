import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { prettyJson, shorten } from './pretty-json.ts'
import classes from './value.module.css'

/** A test value as it is, or pretty-printed when it is JSON; a long one is cut until asked for. */
export function Value({ value }: { value: string }) {
  const [isWhole, setWhole] = useState(false)
  const text = prettyJson(value)
  const short = shorten(text)
  if (value === '') return <span className={classes.none}>empty</span>
  return (
    <>
      <code className={classes.value} dir="auto">
        {isWhole ? text : short}
      </code>
      {short !== text && (
        <UnstyledButton className={classes.more} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </UnstyledButton>
      )}
    </>
  )
}
