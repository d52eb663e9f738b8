import { CopyButton } from '#src/ui/copy-button.tsx'
import classes from './code-block.module.css'

type Props = {
  /** What is shown. */
  code: string
  /** What is copied. */
  copied: string
  /** What the copy button is called. */
  copyLabel: string
}

/** Code to be read and copied; long lines scroll inside it. */
export function CodeBlock({ code, copied, copyLabel }: Props) {
  return (
    <div className={classes.block}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
      <div className={classes.copy}>
        <CopyButton value={copied} label={copyLabel} />
      </div>
    </div>
  )
}
