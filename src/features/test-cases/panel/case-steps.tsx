import type { CaseStep } from '#shared/test-cases/test-case.ts'
import { Markdown } from '#src/ui/markdown.tsx'
import classes from './case-body.module.css'

export function CaseSteps({ steps }: { steps: readonly CaseStep[] }) {
  return (
    <table className={classes.table} aria-label="Steps">
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Step</th>
          <th scope="col">Expected</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ action, expected }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a step has no identity
          <tr key={index}>
            <td>{index + 1}</td>
            <td>
              <Markdown text={action} />
            </td>
            <td>{expected !== '' && <Markdown text={expected} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
