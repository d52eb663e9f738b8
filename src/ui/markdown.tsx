import { memo } from 'react'
import { lazyPart } from './lazy-part.tsx'
import classes from './markdown.module.css'

export const MarkdownView = lazyPart(() => import('./markdown-view.tsx'))

/** A text that may be Markdown. It is shown as written until the renderer has loaded. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const isLoaded = MarkdownView.useIsLoaded()
  return (
    <div dir="auto">
      {!isLoaded && <div className={classes.plain}>{text}</div>}
      <MarkdownView text={text} />
    </div>
  )
})
