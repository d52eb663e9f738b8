import '@mantine/spotlight/styles.css'
import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { IconBook2, IconFolder, IconLayoutGrid, IconSearch, IconShield } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSessionUser } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'

/** Opens a screen or a project by its name. It is open when it mounts. */
export default function CommandPalette({ shortcut }: { shortcut: string }) {
  const { actions, nothingFound } = useActions()
  useEffect(() => spotlight.open(), [])
  return (
    <Spotlight
      actions={actions}
      shortcut={shortcut}
      tagsToIgnore={[]}
      limit={8}
      scrollable
      maxHeight={400}
      highlightQuery
      nothingFound={nothingFound}
      attributes={{ content: { 'aria-label': 'Go to' } }}
      searchProps={{ leftSection: <IconSearch size={18} />, placeholder: 'Go to …', 'aria-label': 'Go to' }}
    />
  )
}

function useActions(): { actions: SpotlightActionData[]; nothingFound: string } {
  const [, navigate] = useLocation()
  const isAdmin = useSessionUser()?.isAdmin
  const { data: projects = [], isPending, isError } = trpc.projects.list.useQuery({})
  const screen = (label: string, href: string, Icon: typeof IconFolder): SpotlightActionData => ({
    id: href,
    label,
    leftSection: <Icon size={18} aria-hidden />,
    onClick: () => navigate(href),
  })
  const actions = [
    ...projects.map(({ id, name, description }) => ({
      ...screen(name, `/projects/${id}`, IconFolder),
      ...(description !== null && { description }),
    })),
    screen('Projects', '/projects', IconLayoutGrid),
    screen('API Documentation', '/api-docs', IconBook2),
    ...(isAdmin ? [screen('Admin Panel', '/admin', IconShield)] : []),
  ]
  const nothingFound = isPending ? 'Loading projects…' : isError ? 'The projects could not be loaded' : 'Nothing found'
  return { actions, nothingFound }
}
