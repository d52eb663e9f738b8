import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'

/** The app follows the system's theme until the toggle is used. */
export function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light'
  const label = `Switch to ${other} theme`
  return (
    <ActionIcon data-theme-toggle aria-label={label} title={label} onClick={() => setColorScheme(other)}>
      {other === 'dark' ? <IconMoon size={16} aria-hidden /> : <IconSun size={16} aria-hidden />}
    </ActionIcon>
  )
}
