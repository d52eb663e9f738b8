import { Box } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'
import classes from './code-block.module.css'

type Props = {
  text: string
  label: string
  copyLabel: string
  /** The text to copy, if it differs from the shown one. */
  copied?: string
}

/** Preformatted text with a copy button. Long lines scroll, also by keyboard. */
export function CodeBlock({ text, label, copyLabel, copied = text }: Props) {
  return (
    <Box pos="relative">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it */}
      <pre className={classes.text} tabIndex={0} role="region" aria-label={label} dir="auto">
        {text}
      </pre>
      <Box pos="absolute" top={4} right={8} bdrs="sm" bg="var(--assay-sunken)">
        <CopyButton value={copied} label={copyLabel} />
      </Box>
    </Box>
  )
}
