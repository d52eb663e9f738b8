import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { userInfo } from 'node:os'
import { S3mini } from 's3mini'
import { freePort, temporaryFolder } from '#server/testing/process.ts'
import { installPackages, mayInstall } from '../debian.mjs'

const STORES = ['account', 'container', 'object'] as const
const PROGRAM = '/usr/bin/swift-proxy-server'
const PACKAGES = ['swift-proxy', ...STORES.map((store) => `swift-${store}`)]
const LOOK_MS = 100

const KEYS = { accessKeyId: 'assay:tester', secretAccessKey: 'secret-of-tests' }

/** Whether Swift is there, after trying to install it. */
export function hasSwift(): boolean {
  if (!existsSync(PROGRAM) && mayInstall()) installPackages(PACKAGES)
  return existsSync(PROGRAM)
}

export type Swift = Awaited<ReturnType<typeof startSwift>>

/** Starts Swift with one bucket, `files`. Call `remove` afterwards. */
export async function startSwift() {
  const folder = temporaryFolder()
  const path = (...names: string[]) => join(folder.path, ...names)
  const ports = {
    proxy: await freePort(),
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
  }
  mkdirSync(path('devices/one'), { recursive: true })
  writeFileSync(path('swift.conf'), SWIFT)
  for (const store of STORES) {
    buildRing(path(`${store}.builder`), `r1z1-127.0.0.1:${ports[store]}/one`)
    writeFileSync(path(`${store}-server.conf`), storeConfig(store, folder.path, ports[store]))
  }
  writeFileSync(path('proxy-server.conf'), proxyConfig(folder.path, ports.proxy))
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  const client = new S3mini({ ...KEYS, endpoint: `${endpoint}/files`, region: 'us-east-1' })
  let servers: ChildProcess[] = []

  const start = async () => {
    servers = [...STORES, 'proxy'].map((name) =>
      spawn(`swift-${name}-server`, [path(`${name}-server.conf`)], { stdio: 'ignore' }),
    )
    while (!(await client.createBucket().catch(() => false)) && !(await client.bucketExists().catch(() => false))) {
      if (servers.some(({ exitCode }) => exitCode !== null)) throw new Error('a server of Swift has ended')
      await pause(LOOK_MS)
    }
  }
  const stop = async () => {
    const ended = servers.map(async (server) => await new Promise((resolve) => server.once('close', resolve)))
    for (const server of servers) server.kill('SIGKILL')
    await Promise.all(ended)
  }
  await start()
  return {
    /** What a server needs to use the bucket below a prefix. */
    variables: (prefix: string) => ({
      ATTACHMENT_STORE: `s3://files/${prefix}?region=us-east-1&endpoint=${endpoint}`,
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    }),
    /** The objects of attachments below a prefix, by their names. */
    files: async (prefix: string) => {
      const found = (await client.listObjects('/', `${prefix}/`)) ?? []
      return found.map(({ Key }) => Key.slice(prefix.length + 1)).filter((name) => name !== 'trial')
    },
    start,
    stop,
    remove: async () => {
      await stop()
      folder.remove()
    },
  }
}

function buildRing(builder: string, device: string): void {
  for (const args of [['create', '4', '1', '0'], ['add', device, '1'], ['rebalance']]) {
    const { status, stderr } = spawnSync('swift-ring-builder', [builder, ...args], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`swift-ring-builder ${args.join(' ')}: ${stderr}`)
  }
}

const SWIFT = `[swift-hash]
swift_hash_path_suffix = tests
[storage-policy:0]
name = one
default = yes
`

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
user = ${userInfo().username}
workers = 0
`

const storeConfig = (store: string, folder: string, port: number) => `${common(folder, port)}
devices = ${folder}/devices
mount_check = false
fallocate_reserve = 0
disable_fallocate = true
recon_cache_path = ${folder}
[pipeline:main]
pipeline = ${store}-server
[app:${store}-server]
use = egg:swift#${store}
`

/** There is no memcache: at this address nobody answers. */
const proxyConfig = (folder: string, port: number) => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
[filter:slo]
use = egg:swift#slo
[filter:tempauth]
use = egg:swift#tempauth
user_assay_tester = ${KEYS.secretAccessKey} .admin
`
