import { Badge, Group, Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { AccountMenu } from '#src/features/auth/account-menu.tsx'
import { LogoutButton } from '#src/features/auth/logout-button.tsx'
import { Bell } from '#src/features/notices/bell.tsx'
import { useSessionUser } from '#src/lib/session.ts'
import { Logo } from '#src/ui/logo.tsx'
import { ThemeToggle } from '#src/ui/theme-toggle.tsx'
import classes from './layout.module.css'

const NAV = [
  { label: 'Projects', href: '/projects' },
  { label: 'API Documentation', href: '/api-docs' },
]
const ADMIN_NAV = { label: 'Admin Panel', href: '/admin' }

/** The shell of the project list, the API documentation and the admin panel. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.header}>
        <div className={classes.bar}>
          <Logo />
          <Nav />
          <UserMenu />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <footer className={classes.footer}>
        <Text size="sm" c="dimmed">
          Assay, an API testing platform
        </Text>
      </footer>
    </div>
  )
}

function Nav() {
  const [path] = useLocation()
  const items = useSessionUser()?.isAdmin ? [...NAV, ADMIN_NAV] : NAV
  return (
    <nav aria-label="Main" className={classes.nav}>
      {items.map(({ label, href }) => (
        <UnstyledButton
          key={href}
          component={Link}
          href={href}
          className={classes.link}
          aria-current={(path === '/' ? '/projects' : path).startsWith(href) ? 'page' : undefined}
        >
          {label}
        </UnstyledButton>
      ))}
    </nav>
  )
}

function UserMenu() {
  const user = useSessionUser()
  if (!user) return null
  return (
    <Group gap="sm" wrap="nowrap" className={classes.user}>
      <AccountMenu isNamed />
      {user.isAdmin && <Badge>Admin</Badge>}
      <Bell />
      <ThemeToggle />
      <LogoutButton />
    </Group>
  )
}
