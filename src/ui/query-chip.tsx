import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import classes from './search-field.module.css'

type Props = {
  label: string
  values: readonly { value: string; label: string }[]
  chosen: readonly string[]
  onToggle: (value: string) => void
  /** Shown in the menu if there are no values. */
  whenEmpty?: string | undefined
  onOpen?: (() => void) | undefined
}

/** A button with a menu that adds values of a field to a search, and removes them. */
export function QueryChip({ label, values, chosen, onToggle, whenEmpty, onOpen }: Props) {
  const isChosen = (value: string) => chosen.some((other) => other.toLowerCase() === value.toLowerCase())
  return (
    <Menu closeOnItemClick={false} position="bottom-start" {...(onOpen && { onOpen })}>
      <Menu.Target>
        <UnstyledButton className={`sinks ${classes.chip}`} data-chosen={chosen.length > 0 || undefined}>
          {chosen.length > 0 ? `${label}: ${chosen.join(', ')}` : label}
          <IconChevronDown size={12} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {values.length === 0 && whenEmpty && <Menu.Label>{whenEmpty}</Menu.Label>}
        {values.map(({ value, label }) => (
          <Menu.CheckboxItem key={value} checked={isChosen(value)} onChange={() => onToggle(value)}>
            {label}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
