import type { Import } from '#shared/imports/import.ts'
import { codeOf } from '#src/lib/errors.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'

const POLL_MS = 1_000

/** The import or the access to it has gone. */
const FINAL = new Set<unknown>(['NOT_FOUND', 'FORBIDDEN', 'UNAUTHORIZED'])

/**
 * Reads how far an import is until it is done, also after the connection was lost. Resolves to it, or to null if it can
 * no longer be read.
 */
export async function followImport(
  projectId: string,
  started: Import,
  onProgress: (progress: { made: Import; isInterrupted: boolean }) => void,
): Promise<Import | null> {
  let made = started
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    try {
      made = await trpcClient.imports.get.query({ id: projectId, importId: started.id })
      if (made.isDone) return made
      onProgress({ made, isInterrupted: false })
    } catch (error) {
      if (FINAL.has(codeOf(error))) return null
      onProgress({ made, isInterrupted: true })
    }
  }
}
