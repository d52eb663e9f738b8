import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useState } from 'react'
import { TAG_MAX, TAGS_MAX, TOO_MANY_TAGS } from '#shared/test-cases/tags.ts'
import classes from './tags-field.module.css'

type Props = Pick<TagsInputProps, 'value' | 'onFocus' | 'onBlur' | 'error' | 'aria-label'> & {
  label?: string
  onChange: (tags: string[]) => void
  /** Tags of the project that are offered while one types. */
  known?: string[]
}

const NONE: string[] = []

/** The tags of a case. Enter or a comma ends a tag; a tag that is there already, in any case of letters, is not added. */
export function TagsField({ known = NONE, error, onChange, ...field }: Props) {
  const [isFull, setFull] = useState(false)
  return (
    <TagsInput
      {...field}
      placeholder={field.value?.length ? '' : 'Optional'}
      data={known}
      maxTags={TAGS_MAX}
      maxLength={TAG_MAX}
      openOnFocus={false}
      classNames={{ pill: classes.pill ?? '', inputField: classes.field ?? '' }}
      // Its list has the field's name: it is there only while it is open.
      comboboxProps={{ keepMounted: false, disabled: known.length === 0 }}
      onChange={(tags) => {
        setFull(false)
        onChange(tags)
      }}
      onMaxTags={() => setFull(true)}
      error={error ?? (isFull ? TOO_MANY_TAGS : null)}
    />
  )
}
