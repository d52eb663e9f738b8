import { Kbd } from '@mantine/core'
import {
  IconBook2,
  IconFileDescription,
  IconFolder,
  IconKeyboard,
  IconLayoutGrid,
  IconListDetails,
  IconPlayerPlay,
  IconShield,
} from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { useSessionUser } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { offered } from '../keys/acts.ts'
import { type Act, actNames, entryOf } from '../keys/key-map.ts'
import { keyCaps } from '../keys/key-names.ts'
import { runLabel } from '#src/lib/run-label.ts'
import { pathOfCase, pathOfRun } from '#src/lib/project-paths.ts'
import { type Command, offeredCommands } from './commands.ts'
import type { PaletteAction } from './palette-actions.ts'
import { suitePlaces } from './suite-places.ts'
import { type PaletteCase, usePaletteCases } from './use-palette-cases.ts'

const RUNS = 50
/** The time in ms until the palette has restored the focus. Acts run afterwards: they may move it. */
const CLOSED_MS = 40

const UNNAMED = new Set<Act>(['palette', 'escape', 'filter', 'up', 'down', 'selectUp', 'selectDown'])

/** The screens and projects; on a project's page also its suites, runs, acts, and the cases that match the text. */
export function usePaletteActions(query: string) {
  const [path, navigate] = useLocation()
  const projectId = /^\/projects\/([^/]+)/.exec(path)?.[1]
  const isAdmin = useSessionUser()?.isAdmin
  const { data: projects = [], isPending, isError } = trpc.projects.list.useQuery({})
  const { data: runs = [] } = trpc.testRuns.list.useQuery(
    { projectId: projectId ?? '', limit: RUNS },
    { enabled: projectId !== undefined },
  )
  const { cases, isSearching } = usePaletteCases(projectId, query)
  const screen = (label: string, href: string, Icon: typeof IconFolder): PaletteAction => ({
    kind: 'screen',
    id: href,
    label,
    leftSection: <Icon size={16} aria-hidden />,
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
    ...suiteActions(),
    ...runs.map((run): PaletteAction => ({
      ...screen(run.description ?? runLabel(run), pathOfRun(run.projectId, run.id), IconPlayerPlay),
      kind: 'run',
      ...(run.description !== null && { description: runLabel(run) }),
    })),
    ...cases.map((testCase) => caseAction(testCase, navigate)),
    ...actNames().flatMap(keyAction),
    ...offeredCommands().map(commandAction),
  ]
  const nothingFound = isSearching
    ? 'Searching cases…'
    : isPending
      ? 'Loading projects…'
      : isError
        ? 'The projects could not be loaded'
        : 'Nothing found'
  return { actions, nothingFound }
}

function caseAction({ id, ref, name, projectId, suite }: PaletteCase, navigate: (path: string) => void): PaletteAction {
  return {
    kind: 'case',
    id: `case ${id}`,
    label: `${ref} ${name}`,
    ...(suite !== undefined && { description: suite }),
    leftSection: <IconFileDescription size={16} aria-hidden />,
    onClick: () => navigate(pathOfCase(projectId, ref)),
  }
}

function suiteActions(): PaletteAction[] {
  const { suites, goTo } = suitePlaces() ?? { suites: [], goTo: () => undefined }
  return suites.map(({ id, name }) => ({
    kind: 'suite',
    id: `suite ${id}`,
    label: name,
    leftSection: <IconListDetails size={16} aria-hidden />,
    onClick: () => void setTimeout(() => goTo(id), CLOSED_MS),
  }))
}

function keyAction(act: Act): PaletteAction[] {
  const run = UNNAMED.has(act) ? undefined : offered(act)
  if (!run) return []
  const { title, keys } = entryOf(act)
  return [
    {
      kind: 'action',
      id: `act ${act}`,
      label: title,
      leftSection: <IconKeyboard size={16} aria-hidden />,
      rightSection: keyCaps(act).map((name) => (
        <Kbd key={name} size="xs" ml={4}>
          {name}
        </Kbd>
      )),
      onClick: () => void setTimeout(() => run(keys[0] ?? ''), CLOSED_MS),
    },
  ]
}

const commandAction = ({ label, description, icon: IconPart, run }: Command): PaletteAction => ({
  kind: 'action',
  id: `command ${label}`,
  label,
  description,
  leftSection: <IconPart size={16} aria-hidden />,
  onClick: () => void setTimeout(run, CLOSED_MS),
})
