import type { ReactNode } from 'react'
import type { ProjectOverview } from '#shared/projects/project.ts'
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

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{term}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}
