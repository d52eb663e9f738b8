import { TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'

type Props = TextInputProps & { label: string; known: readonly string[] }

/** Offers values used before, in the browser's own list: Mantine's would repeat the accessible name. */
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
