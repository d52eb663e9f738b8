export default function ProjectPage({ projectId }: { projectId: string }) {
  return <main>{projectId}</main>
}
