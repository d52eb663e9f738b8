import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useId, useState } from 'react'
import { TAG_UNITS_MAX, TAGS_MAX, TOO_MANY_TAGS } from '#shared/test-cases/tags.ts'

type Props = Pick<TagsInputProps, 'value' | 'onFocus' | 'onBlur' | 'error' | 'aria-label'> & {
  label?: string
  onChange: (tags: string[]) => void
  /** Tags of the project that are offered while one types. */
  known?: string[] | undefined
}

const NONE: string[] = []

/** The tags of a case. Enter or a comma ends a tag; a tag that is there already, in any case of letters, is not added. */
export function TagsField({ known = NONE, error, onChange, ...field }: Props) {
  const [isFull, setFull] = useState(false)
  const listId = useId()
  return (
    <>
      <TagsInput
        {...field}
        placeholder={field.value?.length ? '' : 'Optional'}
        list={listId}
        maxTags={TAGS_MAX}
        maxLength={TAG_UNITS_MAX}
        openOnFocus={false}
        // The browser's own list offers tags: Mantine's has the same name as the field.
        comboboxProps={{ disabled: true }}
        onChange={(tags) => {
          setFull(false)
          onChange(tags)
        }}
        onMaxTags={() => setFull(true)}
        error={error ?? (isFull ? TOO_MANY_TAGS : null)}
      />
      <datalist id={listId}>
        {known.map((tag) => (
          <option key={tag} value={tag}>
            {tag}
          </option>
        ))}
      </datalist>
    </>
  )
}
