import { VisuallyHidden } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatNumber } from '#src/lib/format.ts'
import { useSessionUser } from '#src/lib/session.ts'
import classes from './presence.module.css'
import type { Viewers } from './use-live-runs.ts'

/** Names that are shown; more of them would be no line any more. */
const NAMED = 5
/** People come and go; what is read out waits until they have settled. */
const SETTLE_MS = 3_000

/** Who else has the run open. */
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
          <IconUsers size={15} aria-hidden className={classes.icon} />
          <span>Also here:</span>
          <ul className={classes.names} aria-label="Also here">
            {names.map((name, index) => (
              <li key={named[index]?.id ?? 'more'}>
                <span className={classes.name} title={name} dir="auto">
                  {name}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Announcement text={names.length > 0 ? `Also here: ${names.join(', ')}` : ''} />
    </>
  )
}

/** Reads out what has changed once it has been so for a while. */
function Announcement({ text }: { text: string }) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return <VisuallyHidden aria-live="polite">{settled}</VisuallyHidden>
}
