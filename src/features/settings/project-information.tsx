import type { ProjectOverview } from '#shared/projects/project.ts'
import { Fact } from '#src/ui/fact.tsx'
import { Section } from '#src/ui/section.tsx'
import { Time } from '#src/ui/time.tsx'
import classes from './settings.module.css'

export function ProjectInformation({ project }: { project: ProjectOverview }) {
  return (
    <Section title="Project Information">
      <dl className={classes.facts}>
        <Fact term="Name">{project.name}</Fact>
        <Fact term="Description">{project.description ?? 'No description'}</Fact>
        <Fact term="Created">
          <Time iso={project.createdAt} />
        </Fact>
      </dl>
    </Section>
  )
}
