import { TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'

type Props = TextInputProps & { label: string; known: readonly string[] }

/** A field that offers values that were used before. By the browser's own list: Mantine's has the name of the field. */
export function KnownValueInput({ known, ...field }: Props) {
  const listId = useId()
  return (
    <>
      <TextInput placeholder="Optional" list={listId} autoComplete="off" spellCheck={false} {...field} />
      <datalist id={listId}>
        {known.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </datalist>
    </>
  )
}
