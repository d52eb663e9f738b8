import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SharedResult } from '#shared/shares/share.ts'
import { PROJECT_CREDENTIAL } from '#shared/users/actor-name.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { prettyJson } from '#src/ui/pretty-json.ts'
import classes from './run-report.module.css'

export function ResultDetails({ result }: { result: SharedResult }) {
  const { expectedValue, actualValue, errorMessage, trace, notes, defects } = result
  const { attempts, executedAt, executedBy, steps } = result
  return (
    <div className={classes.details}>
      <div className={classes.values}>
        {expectedValue !== null && <Text term="Expected" text={prettyJson(expectedValue)} />}
        {actualValue !== null && <Text term="Actual" text={prettyJson(actualValue)} />}
      </div>
      {errorMessage && <Text term="Error" text={errorMessage} />}
      {trace && <Text term="Trace" text={trace} />}
      {notes && <Text term="Note" text={notes} />}
      {defects.length > 0 && <Text term="Defects" text={defects.join('\n')} />}
      {steps.length > 0 && (
        <Part term="Steps">
          <Box component="ol" className="breakable" m={0} pl={20}>
            {steps.map(({ action, expected, status, note }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the steps of a snapshot keep their places
              <li key={index}>
                <b>{status}</b>: <span dir="auto">{action}</span>
                {expected && <span dir="auto"> → {expected}</span>}
                {note && <span dir="auto"> ({note})</span>}
              </li>
            ))}
          </Box>
        </Part>
      )}
      <Box c="dimmed" fz="sm">
        {executedAt === null ? 'Not executed' : `${executedBy ?? PROJECT_CREDENTIAL}, ${formatDateTime(executedAt)}`}
        {attempts > 1 && `, ${attempts} attempts`}
        {result.assignee && `, assigned to ${result.assignee}`}
      </Box>
    </div>
  )
}

function Part({ term, children }: { term: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <Box component="h4" m={0} c="dimmed" fz="sm" fw={500}>
        {term}
      </Box>
      {children}
    </section>
  )
}

const Text = ({ term, text }: { term: string; text: string }) => (
  <Part term={term}>
    <pre className={`mono ${classes.text}`} dir="auto">
      {text === '' ? 'empty' : text}
    </pre>
  </Part>
)
