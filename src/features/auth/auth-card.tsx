import { Box, Group, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from '#src/ui/logo.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'
import { ThemeToggle } from '#src/ui/theme-toggle.tsx'
import classes from './auth-card.module.css'

type Props = { title: string; hint?: ReactNode; footer?: ReactNode; children: ReactNode }

export function AuthCard({ title, hint, footer, children }: Props) {
  usePageTitle(title)
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => card.current?.querySelector<HTMLElement>('input, [data-autofocus]')?.focus(), [])
  return (
    <div className={classes.page}>
      <Group component="header" justify="space-between" wrap="nowrap" px="lg" h="var(--header-height)">
        <Logo />
        <ThemeToggle />
      </Group>
      <Box component="main" className={classes.main}>
        <Paper withBorder ref={card} p="lg">
          <Title order={1}>{title}</Title>
          {hint && (
            <Text c="dimmed" mt={4} className="breakable">
              {hint}
            </Text>
          )}
          {children}
        </Paper>
        {footer && (
          <Text c="dimmed" ta="center" mt="md" mih="1.5em">
            {footer}
          </Text>
        )}
      </Box>
    </div>
  )
}
