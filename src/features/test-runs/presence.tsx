import { Box, VisuallyHidden } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatNumber } from '#src/lib/format.ts'
import { useSessionUser } from '#src/lib/session.ts'
import classes from './presence.module.css'
import type { Viewers } from './use-live-runs.ts'

const NAMED = 5
/** Debounces the screen reader announcement while people come and go. */
const SETTLE_MS = 3_000

export function Presence({ viewers, count }: Viewers) {
  const self = useSessionUser()?.id
  const others = viewers.filter(({ id }) => id !== self)
  const named = others.slice(0, NAMED)
  const more = Math.max(0, count - 1 - named.length)
  const names = [...named.map(({ name }) => name), ...(more > 0 ? [`${formatNumber(more)} more`] : [])]
  return (
    <>
      {named.length > 0 && (
        <div className={classes.line}>
          <IconUsers size={16} aria-hidden className={classes.icon} />
          <span>Also here:</span>
          <ul className={`plain-list ${classes.names}`} aria-label="Also here">
            {names.map((name, index) => (
              <li key={named[index]?.id ?? 'more'}>
                <Box component="span" className="one-line" maw="24ch" title={name} dir="auto">
                  {name}
                </Box>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Announcement text={names.length > 0 ? `Also here: ${names.join(', ')}` : ''} />
    </>
  )
}

/** Announces a text to screen readers once it is stable. */
function Announcement({ text }: { text: string }) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return <VisuallyHidden aria-live="polite">{settled}</VisuallyHidden>
}
