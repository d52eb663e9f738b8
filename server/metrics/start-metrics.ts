import type { Server } from 'node:http'
import { countRemovals } from '../attachments/bucket/bucket-removals.repository.ts'
import { countUnsealed } from '../audit/seals.repository.ts'
import type { Services } from '../context.ts'
import { pathPrefix } from '../http/path-prefix.ts'
import type { Route } from '../http/routes.ts'
import { countDue } from '../outbox/claims.repository.ts'
import { listUnfinished } from '../test-reports/test-reports.repository.ts'
import { backupAge } from './backup-age.ts'
import type { Meter } from './meter.ts'
import { RouteNames } from './route-names.ts'
import { serveMetrics } from './serve-metrics.ts'

/** Later than any time in the database. */
const ALL = '9'

type Watched = {
  server: Server
  services: Services
  routes: Route[]
  procedures: string[]
  /** The writes of this server that wait for their turn. */
  waitingWrites: () => number
}

/** Lets a meter watch a server. Returns a function that stops to serve its metrics. */
export async function startMetrics(meter: Meter, watched: Watched): Promise<() => void> {
  const { server, services, routes, procedures, waitingWrites } = watched
  const { db, config, live, passwords } = services
  meter.watch(server, new RouteNames(routes, procedures, pathPrefix(config)))
  meter.queues({
    writes: waitingWrites,
    passwords: () => passwords.waiting,
    deliveries: () => countDue(db, new Date().toISOString()),
    reports: async () => (await listUnfinished(db, ALL)).length,
  })
  meter.gauge('live_streams', 'Open streams of pages that show changes', () => live.streams.size)
  meter.gauge('audit_unsealed_events', 'Events of the audit log without a seal', () => countUnsealed(db))
  if (services.bucket)
    meter.gauge('bucket_removals', 'Deleted attachments whose objects the bucket still has', () => countRemovals(db))
  const folder = config.BACKUP_FOLDER
  if (folder !== undefined)
    meter.gauge('backup_age_seconds', 'Since the newest file in BACKUP_FOLDER', () => backupAge(folder))
  const metrics = await serveMetrics(meter, config)
  return () => {
    metrics.close()
    metrics.closeAllConnections()
  }
}
