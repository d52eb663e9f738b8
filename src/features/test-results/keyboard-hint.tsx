import { Kbd, Text } from '@mantine/core'

/** Tells those who have a keyboard how to go down the list with it. */
export function KeyboardHint() {
  return (
    <Text size="sm" c="dimmed" mb="xs" visibleFrom="md">
      <Kbd size="xs">Enter</Kbd> saves and goes on, <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> move between values,{' '}
      <Kbd size="xs">T</Kbd> and <Kbd size="xs">F</Kbd> answer true or false
    </Text>
  )
}
