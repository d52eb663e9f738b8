import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { useAskedNote } from '../verdicts/note-focus.ts'
import { useNote } from './use-note.ts'
import { usePartFocus } from './use-part-focus.ts'
import { useRefusal } from './use-verdict-acts.ts'

/** The note of a result. Enter and leaving the field save it, Shift+Enter makes a new line, Esc reverts. */
export function NoteField({ result }: { result: TestResult }) {
  const isEditable = useRefusal(result) === null
  const asked = useAskedNote(result.id)
  const [typed, setTyped] = useState<string | null>(null)
  const { save, leave } = useNote(result)
  const field = useRef<HTMLTextAreaElement>(null)
  const part = usePartFocus<HTMLDivElement>('note', 'textarea')
  useEffect(() => {
    if (asked) field.current?.focus()
  }, [asked])
  const end = (text: string | null) => {
    setTyped(null)
    save(text)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.shiftKey || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    end(event.key === 'Enter' ? typed : null)
    leave(event.key === 'Enter' && asked !== null)
  }
  return (
    <div ref={part}>
      <Textarea
        ref={field}
        aria-label="Note"
        autosize
        minRows={2}
        maxRows={12}
        readOnly={!isEditable}
        placeholder={isEditable ? 'What you saw' : 'No note'}
        value={typed ?? result.notes ?? ''}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={() => end(typed)}
      />
    </div>
  )
}
