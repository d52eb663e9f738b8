import { beforeEach } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

/** A project that imports files, and what it has then. */
export async function useImports() {
  const server = await useTestServer()
  const olga = await server.person('Olga')
  const now = { projectId: '' }
  const restart = async () => {
    now.projectId = (await server.project(olga)).id
  }
  beforeEach(restart)
  const suites = async () => (await server.get(`/projects/${now.projectId}`, olga)).body.testSuites
  return {
    server,
    olga,
    now,
    restart,
    suites,
    send: async (file: string | Uint8Array, query: Record<string, string> = {}) =>
      await server.importCases(olga, now.projectId, file, query),
    cases: async () => (await suites()).flatMap((suite: any) => suite.testCases),
    detail: async (ref: string) => (await server.get(`/projects/${now.projectId}/test-cases/${ref}`, olga)).body,
    /** What files say of cases. */
    shown: async () =>
      (await suites()).flatMap((suite: any) =>
        suite.testCases.map(({ ref, name, type, priority, description, preconditions, steps, tags }: any) => ({
          suite: suite.name,
          ref,
          name,
          type,
          priority,
          description,
          preconditions,
          tags,
          steps: steps.map(({ action, expected }: any) => `${action} => ${expected}`),
        })),
      ),
  }
}

export const counts = ({ body }: { body: any }) => [body.created, body.updated, body.unchanged]

export const TESTRAIL_XML = `<?xml version="1.0"?><suite><id>S1</id><name>Master</name><sections>
<section><name>Cart</name><cases>
<case><id>C22475</id><title>Pays &amp; gets a receipt</title><template>Test Case (Steps)</template><type>Functional</type>
<priority>High</priority><estimate>5m</estimate><references>PAY-1, PAY-2</references>
<custom><preconds>Signed in</preconds><steps_separated><step><index>1</index><content>&lt;p&gt;Add &lt;b&gt;two&lt;/b&gt;&lt;/p&gt;</content>
<expected>Cart</expected></step><step><index>2</index><content>Pay</content><expected>Paid</expected></step></steps_separated>
<risk><id>2</id><value>Money</value></risk></custom></case></cases>
<sections><section><name>Refunds</name><cases><case><id>C7</id><title>Refunds</title><type>Automated</type><priority>Low</priority></case></cases></section></sections>
</section></sections></suite>`
