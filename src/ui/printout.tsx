import { CopyButton } from './copy-button.tsx'
import classes from './printout.module.css'

type Props = {
  text: string
  /** What it is: 'Trace' … */
  label: string
}

/** What a program printed, line by line as it came; scrolls to both sides, by the keyboard too. */
export function Printout({ text, label }: Props) {
  return (
    <div className={classes.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <pre className={classes.text} tabIndex={0} role="region" aria-label={label} dir="auto">
        {text}
      </pre>
      <div className={classes.copy}>
        <CopyButton value={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
    </div>
  )
}
