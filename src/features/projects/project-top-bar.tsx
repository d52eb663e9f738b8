import { Anchor, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'wouter'
import { Logo } from '#src/ui/logo.tsx'
import { ThemeToggle } from '#src/ui/theme-toggle.tsx'
import classes from './project-page.module.css'

/** The header of a project page, which is outside the shared layout. */
export function ProjectTopBar() {
  return (
    <header className={classes.bar}>
      <Group gap="lg" wrap="nowrap">
        <Logo />
        <Anchor component={Link} href="/projects" c="dimmed" size="md" underline="hover">
          <Group gap={6} wrap="nowrap">
            <IconArrowLeft size={16} aria-hidden />
            All projects
          </Group>
        </Anchor>
      </Group>
      <ThemeToggle />
    </header>
  )
}
