import { lazy, memo, Suspense } from 'react'
import classes from './markdown.module.css'

const MarkdownView = lazy(() => import('./markdown-view.tsx'))

/** A text that may be Markdown. It is shown as written until the renderer has loaded. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div dir="auto">
      <Suspense fallback={<div className={classes.plain}>{text}</div>}>
        <MarkdownView text={text} />
      </Suspense>
    </div>
  )
})
