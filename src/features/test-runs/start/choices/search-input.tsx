import { TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { isComposing } from '#src/ui/is-composing.ts'

/** Enter would submit the form. Esc clears the field before it closes the dialog. */
export function noSubmit(event: KeyboardEvent<HTMLInputElement>): void {
  const isPlain = !event.ctrlKey && !event.metaKey && !isComposing(event.nativeEvent)
  if (event.key === 'Enter' && isPlain) event.preventDefault()
}

type Props = { label: string; text: string; onSearch: (text: string) => void }

export const SearchInput = ({ label, text, onSearch }: Props) => (
  <TextInput
    type="search"
    size="xs"
    flex={1}
    miw={0}
    aria-label={label}
    placeholder={label}
    autoComplete="off"
    spellCheck={false}
    value={text}
    onChange={(event) => onSearch(event.currentTarget.value)}
    onKeyDown={noSubmit}
  />
)
