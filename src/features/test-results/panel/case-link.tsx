import { Link } from 'wouter'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { pathOfCase } from '../../projects/case-path.ts'
import { useRunList } from '../list/run-list.tsx'
import classes from './case-details.module.css'

type Props = { result: TestResult; label?: string }

/** Leads from a result to its case in the Test Suites tab. */
export function CaseLink({ result: { ref }, label = ref }: Props) {
  const { run } = useRunList()
  return (
    <Link href={pathOfCase(run.projectId, ref)} className={classes.link ?? ''}>
      {label}
    </Link>
  )
}
