import { useDeferredValue } from 'react'
import { Markdown } from '#src/ui/markdown.tsx'
import { showsPicture } from '#src/ui/text-pictures.ts'
import classes from './row-note.module.css'

/** A note as it will be shown, below its field, if it shows pictures: as text they are long addresses. */
export function NoteView({ text }: { text: string }) {
  const shown = useDeferredValue(text)
  if (!showsPicture(shown)) return null
  return (
    <div className={classes.view} role="group" aria-label="Note as shown">
      <Markdown text={shown} />
    </div>
  )
}
