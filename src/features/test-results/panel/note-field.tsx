import { Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { Markdown } from '#src/ui/markdown.tsx'
import { NoteView } from '../verdicts/note-view.tsx'
import { useNoteEntry } from '../verdicts/use-note-entry.ts'
import { useLeave } from './use-leave.ts'
import { usePartFocus } from './use-part-focus.ts'
import { useVerdictRefusal } from './use-verdict-refusal.ts'

export function NoteField({ result }: { result: TestResult }) {
  const isEditable = useVerdictRefusal(result) === null
  const { field, isAsked } = useNoteEntry(result, useLeave())
  const input = useRef<HTMLTextAreaElement>(null)
  const part = usePartFocus<HTMLDivElement>('note', 'textarea')
  useEffect(() => {
    if (isAsked) input.current?.focus()
  }, [isAsked])
  if (!isEditable && result.notes)
    return (
      <div ref={part} tabIndex={-1}>
        <Markdown text={result.notes} />
      </div>
    )
  return (
    <div ref={part}>
      <Textarea
        ref={input}
        aria-label="Note"
        autosize
        minRows={2}
        maxRows={12}
        readOnly={!isEditable}
        {...field}
        placeholder={isEditable ? field.placeholder : 'No note'}
      />
      <NoteView text={field.value} />
    </div>
  )
}
