import { Arrival } from '#shared/arrivals/arrival.ts'
import { IdInput } from '#shared/fields.ts'
import { caller, compiled, restUnder, router } from '../trpc.ts'
import { listArrivals } from './arrivals.service.ts'

const rest = restUnder('Projects')

export const arrivalsRouter = router({
  list: caller('read')
    .meta(rest('GET /projects/{id}/arrivals', 'Read when something last arrived from other tools'))
    .input(compiled(IdInput))
    .output(compiled(Arrival.array()))
    .query(({ ctx, input }) => listArrivals(ctx, input)),
})
