import { useState } from 'react'
import { basePath } from '#src/lib/base-path.ts'
import { trpc } from '#src/lib/trpc.ts'
import type { Values } from './curl.ts'

const SECRET_MASK = '••••••••'

/** The chosen project and its values for the examples. `shownValues` masks the secret until the user reveals it. */
export function useExampleValues() {
  const query = trpc.projects.list.useQuery({})
  const { data: projects } = query
  const [chosenId, choose] = useState<string>()
  const [isSecretShown, showSecret] = useState(false)
  const project = projects?.find(({ id }) => id === chosenId) ?? projects?.[0]
  const values: Values = {
    baseUrl: `${location.origin}${basePath}/api`,
    projectId: project?.id ?? 'PROJECT_ID',
    clientSecret: project?.clientSecret ?? 'CLIENT_SECRET',
    testSuiteId: project?.testSuites[0]?.id ?? 'TEST_SUITE_ID',
    testCaseId: 'TEST_CASE_ID',
    testRunId: 'TEST_RUN_ID',
  }
  const isSecretKnown = project?.clientSecret != null
  const shownValues = isSecretKnown && !isSecretShown ? { ...values, clientSecret: SECRET_MASK } : values
  return { query, project, choose, values, shownValues, isSecretKnown, isSecretShown, showSecret }
}

export type ExampleValues = ReturnType<typeof useExampleValues>
