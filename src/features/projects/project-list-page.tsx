import { Button, Group, TextInput, Title, NativeSelect } from '@mantine/core'
import { IconPlus, IconSearch, IconArrowsSort } from '@tabler/icons-react'
import { useState } from 'react'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { usePageTitle } from '#src/ui/page-title.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { ProjectList } from './project-list.tsx'
import classes from './project-list-page.module.css'
import type { ProjectOrder } from './project-order.ts'
import { useProjectOrder } from './use-project-order.ts'
import type { EditedProject } from './use-projects.ts'

const ProjectFormDialog = lazyDialog(() => import('./project-form-dialog.tsx'))

export default function ProjectListPage() {
  usePageTitle('Projects')
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [edited, setEdited] = useState<EditedProject>()
  const openForm = (project?: EditedProject) => {
    setEdited(project)
    setOpen(true)
  }
  return (
    <>
      <Group component="header" gap="sm" mb="lg">
        <Title order={1} mr="auto">
          Projects
        </Title>
        <TextInput
          className={classes.search}
          type="search"
          aria-label="Search projects"
          placeholder="Search by name or description"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <OrderSelect />
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          {...afterRemovalOf('project')}
          onClick={() => openForm()}
        >
          Create Project
        </Button>
      </Group>
      <ProjectList search={search} onClearSearch={() => setSearch('')} onEdit={openForm} />
      <ProjectFormDialog isOpen={isOpen} onClose={() => setOpen(false)} project={edited} />
    </>
  )
}

const ORDERS: { value: ProjectOrder; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'attention', label: 'Needs attention' },
]

function OrderSelect() {
  const { order, setOrder } = useProjectOrder()
  return (
    <NativeSelect
      aria-label="Sort"
      leftSection={<IconArrowsSort size={16} aria-hidden />}
      data={ORDERS}
      value={order}
      onChange={(event) => setOrder(event.currentTarget.value as ProjectOrder)}
    />
  )
}
