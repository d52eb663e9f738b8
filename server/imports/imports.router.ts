import { Import, ImportInput, ImportUndone, ListImports } from '#shared/imports/import.ts'
import { sendPage } from '../context.ts'
import { caller, compiled, restUnder, router } from '../trpc.ts'
import { getImport, listImports } from './imports.service.ts'
import { undoImport } from './undo-import.ts'

const rest = restUnder('Imports')

export const importsRouter = router({
  list: caller('read')
    .meta(rest('GET /projects/{id}/imports', 'List the imports of the last 30 days'))
    .input(compiled(ListImports))
    .output(compiled(Import.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listImports(ctx, input))),
  get: caller('read')
    .meta(rest('GET /projects/{id}/imports/{importId}', 'Read how far an import is'))
    .input(compiled(ImportInput))
    .output(compiled(Import))
    .query(({ ctx, input }) => getImport(ctx, input)),
  undo: caller('write')
    .meta(
      rest('POST /projects/{id}/imports/{importId}/undo', 'Undo an import of the last 30 days', { refusals: [409] }),
    )
    .input(compiled(ImportInput))
    .output(compiled(ImportUndone))
    .mutation(({ ctx, input }) => undoImport(ctx, input)),
})
