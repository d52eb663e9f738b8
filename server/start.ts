import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { callable, createApp } from './app.ts'
import { BucketSweep } from './attachments/bucket/bucket-sweep.ts'
import { openBucket } from './attachments/bucket/open-bucket.ts'
import { audit } from './audit/audit.ts'
import { AuditSealer } from './audit/audit-sealer.ts'
import { initSignupEnabled } from './auth/settings.repository.ts'
import { jwtSecret } from './auth/jwt-secret.ts'
import { Passwords } from './auth/passwords.ts'
import { Tokens } from './auth/tokens.ts'
import { sealSeedsAgain } from './auth/totp.ts'
import { type Config, StartError } from './config.ts'
import type { Services } from './context.ts'
import type { Change, ProjectEvent } from './database/changes.ts'
import { type Databases, type Db, migrateToLatest } from './database/databases.ts'
import { removeDeadDrafts } from './database/draft-files.ts'
import { caseChanges } from './test-cases/case-changes.ts'
import { deleteExpiredImports } from './imports/imports.repository.ts'
import { pendingImports } from './imports/imports.service.ts'
import { TrashPurge } from './deletions/trash-purge.ts'
import { AnswerCache } from './http/answer-cache.ts'
import { passOn } from './http/connections.ts'
import { pathPrefix } from './http/path-prefix.ts'
import { endSlowReaders } from './http/slow-readers.ts'
import { deliverToWebhook } from './notifications/deliver.ts'
import { DigestJob } from './notices/digests/digest-job.ts'
import { storeForPeople } from './notices/store-for-people.ts'
import { tellPeople } from './notices/tell-people.ts'
import { Sender } from './notifications/sender.ts'
import { storeEvents } from './notifications/store-events.ts'
import { LOG_DAYS } from '#shared/notifications/webhook.ts'
import { AnonymousCalls } from './limits/anonymous-calls.ts'
import { Live } from './live/live.ts'
import { changeFeed, type PeerTimes } from './live/peers.ts'
import type { Meter } from './metrics/meter.ts'
import { deliverMail } from './mail/deliver-mail.ts'
import { deleteBefore } from './outbox/claims.repository.ts'
import { Outbox } from './outbox/outbox.ts'
import { Providers } from './identities/providers.ts'
import { ClientSecrets } from './projects/client-secrets.ts'
import { erasures } from './erasure/erasures.ts'
import { RetentionJob } from './retention/retention-job.ts'
import { trims } from './retention/trims.ts'
import { deleteExpiredShares } from './shares/shares.repository.ts'
import { gracefulClose } from './stop.ts'
import { refuseUnfinishedMove } from './database/unfinished-move.ts'
import { QualityFolder } from './quality/quality-folder.ts'
import { SearchIndexer } from './test-cases/search/search-indexer.ts'
import { ReportRecorder } from './test-reports/report-recorder.ts'
import { DAY_MS, timeAgo } from './times.ts'
import { findUserByEmail, hasNoUsers, insertUser } from './users/users.repository.ts'
import { Writer } from './database/writer.ts'

const SHUTDOWN_MS = 10_000
const MAIL_DAYS = 7

/** Longer than proxies keep idle connections (Caddy 120 s, nginx 60 s), so that no proxy uses a closing connection. */
const KEEP_ALIVE_MS = 130_000

export type RunningServer = {
  url: string
  services: Services
  /** Refuses new requests, finishes open ones and closes the database. */
  close: () => Promise<void>
  /** Fails the health check, keeps serving for `STOP_DELAY_SECONDS`, then closes. */
  stop: () => Promise<void>
}

type Options = {
  config: Config
  databases: Databases
  log: Logger
  passwords?: Passwords
  times?: Partial<PeerTimes>
}

/** Migrates the database and listens. Throws StartError. */
export async function startServer({
  config,
  databases,
  log,
  passwords = new Passwords(),
  times,
}: Options): Promise<RunningServer> {
  removeDeadDrafts(tmpdir())
  if ('file' in config.DATABASE_URL) removeDeadDrafts(dirname(config.DATABASE_URL.file))
  const live = new Live(log)
  const changes = changeFeed(databases, live, times)
  const afterCommit = (committed: Change[], hasDeliveries: boolean) => {
    changes.afterCommit(committed)
    qualityFolder.note(committed)
    if (hasDeliveries) outbox.wake()
  }
  const storeAll = async (db: Db, events: ProjectEvent[]) => {
    const hasPeople = await storeForPeople(db, events)
    return (await storeEvents(db, events)) || hasPeople
  }
  const meter = config.METRICS_PORT === undefined ? undefined : new (await import('./metrics/meter.ts')).Meter()
  const writer = new Writer(databases.writer, {
    ...databases,
    storeEvents: storeAll,
    afterCommit,
    meter: meter?.writes,
  })
  await refuseUnfinishedMove(databases.writer)
  await migrateToLatest(databases.writer)
  await writer.write(null, (db) => initSignupEnabled(db, config.SIGNUP_ENABLED))
  const tokens = new Tokens(await jwtSecret(config, databases.writer), config.JWT_SECRET_PREVIOUS)
  const secrets = new ClientSecrets(tokens)
  await writer.write(null, (db) => secrets.sealStored(db))
  await writer.write(null, (db) => sealSeedsAgain(db, tokens))
  const [write, writeLater] = [writer.write.bind(writer), writer.writeLater.bind(writer)]
  const reports = new ReportRecorder({ db: databases.reader, write, log })
  const trash = new TrashPurge(
    { db: databases.writer, write, writeLater, log },
    {
      deleteExpired: async (db) => {
        await deleteExpiredShares(db)
        await deleteExpiredImports(db)
        await deleteBefore(db, 'outgoing_events', timeAgo(LOG_DAYS * DAY_MS))
        await deleteBefore(db, 'mails', timeAgo(MAIL_DAYS * DAY_MS))
      },
      changes: caseChanges,
      imports: pendingImports,
      trims,
      erasures,
    },
  )
  const bucket = await openBucket(config, log)
  const retention = new RetentionJob({ db: databases.writer, write, log, trash })
  const auditSealer = new AuditSealer({ write, log, config })
  const searchIndexer = new SearchIndexer({ db: databases.writer, writeLater, log })
  const qualityFolder = new QualityFolder({ db: databases.reader, write, log })
  const outbox = new Outbox({ db: databases.reader, write, log }, async (delivery, attempt) => {
    if (delivery.mail_id !== null) return await deliverMail(services, delivery, attempt)
    if (delivery.form === 'people') return await tellPeople(services, delivery, attempt)
    return await deliverToWebhook(services, delivery, attempt)
  })
  let isStopping = false
  const services: Services = {
    db: databases.reader,
    snapshot: databases.snapshot,
    write,
    writeLater,
    reports,
    quality: qualityFolder,
    trash,
    outbox,
    sender: new Sender(config.OUTGOING_ALLOW),
    bucket,
    storage: { check: databases.checkHealth, failure: () => writer.failure },
    config,
    passwords,
    tokens,
    secrets,
    providers: new Providers(config.OIDC),
    anonymousCalls: new AnonymousCalls(config.ANONYMOUS_PER_MINUTE),
    answers: new AnswerCache(),
    live,
    log,
    isStopping: () => isStopping,
  }
  const digests = new DigestJob(services)
  const bucketSweep = bucket && new BucketSweep({ db: databases.writer, write, log }, bucket)
  await createConfiguredAdmin(services)
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, createApp(services))
  passOn(server)
  endSlowReaders(server)
  const closeServer = gracefulClose(server, SHUTDOWN_MS)
  const closeMetrics = meter && (await serveMeter(meter, server, services, () => writer.waiting))
  await changes.start()
  reports.start()
  await reports.settled()
  trash.start()
  retention.start()
  auditSealer.start()
  await searchIndexer.start()
  qualityFolder.start()
  outbox.start()
  digests.start()
  bucketSweep?.start()
  await listen(server, config)
  await warnOfOpenDoors(services)
  const close = async () => {
    await Promise.all([closeServer(), live.close()])
    await reports.close()
    await retention.close()
    await trash.close()
    await auditSealer.close()
    await searchIndexer.close()
    await qualityFolder.close()
    await digests.close()
    await bucketSweep?.close()
    await outbox.close()
    await services.sender.close()
    await writer.drain()
    await changes.close()
    await passwords.close()
    await databases.close()
    closeMetrics?.()
  }
  const stop = async () => {
    isStopping = true
    await wait(config.STOP_DELAY_SECONDS * 1000)
    await close()
  }
  return { url: urlOf(server, config.HOST), services, close, stop }
}

/** prom-client is loaded only where it is used. */
async function serveMeter(meter: Meter, server: Server, services: Services, waitingWrites: () => number) {
  const { startMetrics } = await import('./metrics/start-metrics.ts')
  return await startMetrics(meter, { server, services, waitingWrites, ...callable() })
}

async function createConfiguredAdmin({ config, passwords, write, log }: Services): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_NAME: name } = config
  if (!email || !password) return
  const passwordHash = await passwords.hash(password)
  await write('users', async (db) => {
    if (await findUserByEmail(db, email)) return
    const { id } = await insertUser(db, { email, name, passwordHash, isAdmin: true })
    await audit(db, {}, { action: 'user.created', target: id, after: { isAdmin: true } })
    log.info({ email }, 'administrator created')
  })
}

/** What an operator should know of a start that works. */
async function warnOfOpenDoors({ config, db, log }: Services): Promise<void> {
  if (!config.JWT_SECRET && !('file' in config.DATABASE_URL))
    log.warn('JWT_SECRET is not set: the key that signs sessions is in the database, and so in every dump of it')
  if (pathPrefix(config) !== '')
    log.warn(
      'PUBLIC_URL has a path: other applications of its host can read the sign-ins that browsers store for Assay',
    )
  if (!config.SETUP_TOKEN && (await hasNoUsers(db)))
    log.warn('There are no users: whoever signs up first becomes the administrator, unless SETUP_TOKEN is set')
}

async function listen(server: Server, { HOST, PORT }: Config): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error: NodeJS.ErrnoException) => reject(new StartError(listenProblem(error, HOST, PORT))))
  server.listen(PORT, HOST, resolve)
  await promise
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return `PORT: ${port} is already in use on ${host}`
  if (error.code === 'EACCES') return `PORT: no permission to listen on ${port}`
  return `HOST: cannot listen on ${host}:${port}: ${error.message}`
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
