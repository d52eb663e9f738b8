import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useId, useState } from 'react'

export type WordsFieldProps = Pick<
  TagsInputProps,
  'value' | 'onFocus' | 'onBlur' | 'onSearchChange' | 'error' | 'aria-label'
> & {
  label?: string
  onChange: (words: string[]) => void
  known?: string[] | undefined
  'data-autofocus'?: boolean
}

type Limits = { max: number; maxUnits: number; whenFull: string; splitChars?: string[] }

const NONE: string[] = []

/** A list of words. Enter or a comma ends a word. A word that is already there, ignoring case, is not added. */
export function WordsField({
  known = NONE,
  error,
  onChange,
  max,
  maxUnits,
  whenFull,
  ...field
}: WordsFieldProps & Limits) {
  const [isFull, setFull] = useState(false)
  const listId = useId()
  return (
    <>
      <TagsInput
        {...field}
        placeholder={field.value?.length ? '' : 'Optional'}
        list={listId}
        maxTags={max}
        maxLength={maxUnits}
        openOnFocus={false}
        // The browser's own list offers words: Mantine's would have the same accessible name as the field.
        comboboxProps={{ disabled: true }}
        onChange={(words) => {
          setFull(false)
          onChange(words)
        }}
        onMaxTags={() => setFull(true)}
        error={error ?? (isFull ? whenFull : null)}
      />
      <datalist id={listId}>
        {known.map((word) => (
          <option key={word} value={word}>
            {word}
          </option>
        ))}
      </datalist>
    </>
  )
}
