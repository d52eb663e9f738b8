import { Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { UserMatch } from '#shared/users/user.ts'

type Props = {
  matches: UserMatch[]
  value?: string
  onChange: (email: string) => void
  error?: ReactNode
}

/** The delay before suggestions hide: pressing one takes the focus from the field first. */
const HIDE_MS = 200

export function UserSearch({ matches, value = '', onChange, error }: Props) {
  const suggestions = useCombobox()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hideSoon = () => {
    timer.current = setTimeout(() => suggestions.closeDropdown(), HIDE_MS)
  }
  const type = (email: string) => {
    clearTimeout(timer.current)
    suggestions.openDropdown()
    suggestions.resetSelectedOption()
    onChange(email)
  }
  const choose = (email: string) => {
    onChange(email)
    suggestions.closeDropdown()
  }
  return (
    <Combobox store={suggestions} onOptionSubmit={choose} withinPortal={false}>
      <Combobox.Target>
        <TextInput
          label="Email"
          type="email"
          placeholder="name@example.com"
          description="Search people by email or name, or enter the email of somebody new"
          required
          data-autofocus
          value={value}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => clearTimeout(timer.current)}
          onBlur={hideSoon}
          error={error}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={matches.length === 0}>
        <Combobox.Options aria-label="Suggestions">
          {matches.map((user) => (
            <Combobox.Option key={user.id} value={user.email}>
              <div className="breakable" dir="auto">
                {user.name}
              </div>
              <Text size="sm" c="dimmed" className="breakable">
                {user.email}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
