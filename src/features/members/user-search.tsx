import { Autocomplete, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { UserMatch } from '#shared/users/user.ts'

type Props = { matches: UserMatch[]; value?: string; onChange: (email: string) => void; error?: ReactNode }

/** Leaves time to press a suggestion, which takes the focus from the field. */
const HIDE_MS = 200

/** An email, with the users it may be meant for. */
export function UserSearch({ matches, value = '', onChange, error }: Props) {
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (email: string) => {
    clearTimeout(timer.current)
    setOpen(true)
    onChange(email)
  }
  const hideSoon = () => {
    timer.current = setTimeout(() => setOpen(false), HIDE_MS)
  }
  const choose = (email: string) => {
    onChange(email)
    setOpen(false)
  }
  return (
    <Autocomplete
      label="Email"
      type="email"
      autoComplete="off"
      placeholder="name@example.com"
      description="Search people by email or name, or enter the email of somebody new"
      required
      withAsterisk={false}
      data-autofocus
      data={matches.map(({ email }) => email)}
      filter={({ options }) => options}
      renderOption={({ option }) => <Match user={matches.find(({ email }) => email === option.value)} />}
      comboboxProps={{ withinPortal: false }}
      dropdownOpened={isOpen && matches.length > 0}
      value={value}
      onChange={show}
      onOptionSubmit={choose}
      onBlur={hideSoon}
      error={error}
    />
  )
}

function Match({ user }: { user: UserMatch | undefined }) {
  return (
    <div className="breakable">
      <div dir="auto">{user?.name}</div>
      <Text size="sm" c="dimmed">
        {user?.email}
      </Text>
    </div>
  )
}
