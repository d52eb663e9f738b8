import { Button, Group, TextInput, Title } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { usePageTitle } from '#src/ui/page-title.ts'
import { type EditedProject, ProjectFormDialog } from './project-form-dialog.tsx'
import { ProjectList } from './project-list.tsx'
import { OrderSelect } from './project-order-select.tsx'
import classes from './project-list-page.module.css'

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
      <ProjectFormDialog opened={isOpen} onClose={() => setOpen(false)} project={edited} />
    </>
  )
}
