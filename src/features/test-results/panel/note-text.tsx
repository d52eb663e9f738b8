import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

type Props = {
  label: string
  value: string
  /** Called once, with the text on Enter and on blur, and with the given value on Esc. */
  onEnd: (text: string) => void
}

/** A text with the focus. Enter and leaving the field save it, Esc leaves it as it was, Shift+Enter makes a new line. */
export function NoteText({ label, value, onEnd }: Props) {
  const [text, setText] = useState(value)
  const isOver = useRef(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const end = (text: string) => {
    if (isOver.current) return
    isOver.current = true
    onEnd(text)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.shiftKey || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    end(event.key === 'Enter' ? text : value)
  }
  return (
    <Textarea
      ref={field}
      aria-label={label}
      autosize
      minRows={1}
      maxRows={8}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={() => end(text)}
    />
  )
}
