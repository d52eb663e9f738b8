import { NativeSelect, Stack } from '@mantine/core'
import { useSessionUser } from '#src/lib/session.ts'
import { useMembers } from '../../../members/use-members.ts'
import type { ChoiceProps } from '../choice.ts'
import { RunChooser } from './run-chooser.tsx'

export function AssignedChoice({ project, choice, onChange }: ChoiceProps) {
  const me = useSessionUser()
  const members = (useMembers(project.id).data ?? []).map(({ user }) => user)
  const people = members.toSorted((a, b) => Number(b.id === me?.id) - Number(a.id === me?.id))
  return (
    <Stack gap={8}>
      <NativeSelect
        label="Member"
        data={people.map(({ id, name }) => ({ value: id, label: id === me?.id ? `Me (${name})` : name }))}
        value={choice.assigneeId ?? ''}
        onChange={(event) => onChange({ assigneeId: event.currentTarget.value })}
      />
      <RunChooser projectId={project.id} run={choice.run} onChange={(run) => onChange({ run })} />
    </Stack>
  )
}
