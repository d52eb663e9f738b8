import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Config, readConfig } from '#server/config.ts'

/* Checks without a Docker engine that the compose files match the image and the server. */

type Service = {
  image?: string
  build?: { context: string; args: Record<string, string> }
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  volumes?: string[]
  healthcheck?: object
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
}
type Compose = {
  services: Record<string, Service>
  configs: { caddyfile: { content: string } }
  volumes: Record<string, null>
}

const FILES = ['compose.yaml', 'compose.sqlite.yaml']
const GIVEN: Record<string, string> = { ASSAY_DOMAIN: 'assay.example.com', POSTGRES_PASSWORD: 'of-the-test' }

const textOf = (file: string) => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')
const imageVariables = Object.fromEntries(
  Array.from(
    (/^ENV (.+)$/m.exec(textOf('Dockerfile'))?.[1] ?? '').matchAll(/(\w+)=(\S+)/g),
    ([, name = '', value = '']) => [name, value],
  ),
)

describe.each(FILES)('%s', (file) => {
  const compose = read(file)
  const { services, configs, volumes } = compose
  const upstreams = Array.from(configs.caddyfile.content.matchAll(/ (assay\S*):(\d+)/g), ([, name, port]) => ({
    name,
    port,
  }))

  test('requires each variable that it uses, with its own message, or has a default for it', () => {
    const used = Array.from(textOf(file).matchAll(/\$\{(\w+)(?!\w|:-)/g), ([, name]) => name)
    const required = Array.from(textOf(file).matchAll(/\$\{(\w+):\?[^}]{10,}\}/g), ([, name]) => name)
    expect(new Set(used)).toEqual(new Set(required))
    expect(used.filter((name = '') => !(name in GIVEN))).toEqual([])
  })

  test('gives the servers a valid environment', () => {
    for (const config of configsOf(compose))
      expect(config).toMatchObject({ PUBLIC_URL: 'https://assay.example.com', TRUST_PROXY: 1, HOST: '0.0.0.0' })
  })

  test('gives the servers the provider of the example for the file .env, and has each variable of one', () => {
    const [example = ''] = /(?:^ +OIDC_1_\w+=.+\n)+/m.exec(textOf('server/RUNNING.md')) ?? []
    const given = Object.fromEntries(
      Array.from(example.matchAll(/(OIDC_1_\w+)=(.+)/g), ([, name = '', value = '']) => [name, value]),
    )
    for (const { OIDC } of configsOf(read(file, { ...GIVEN, ...given })))
      expect(OIDC).toMatchObject([{ id: 'company', clientId: 'assay', domains: ['example.com'], provision: true }])
    const documented = Array.from(
      textOf('server/RUNNING.md').matchAll(/^\| (`[A-Z_`, ]+`) \|/gm),
      ([, names = '']) => names,
    )
    const known = Array.from(documented.join().matchAll(/\w+/g), ([name]) => name)
    const passed = Array.from(textOf(file).matchAll(/OIDC_1_(\w+): /g), ([, name]) => name)
    expect(passed).toHaveLength(12)
    expect(passed.filter((name = '') => !known.includes(name))).toEqual([])
  })

  test('has a proxy that forwards to all healthy servers', () => {
    const servers = serversOf(compose).map(([name]) => name)
    expect(upstreams.map(({ name }) => name)).toEqual(servers)
    expect(upstreams.map(({ port }) => port)).toEqual(servers.map(() => imageVariables['PORT']))
    expect(services['proxy']?.depends_on).toEqual(
      Object.fromEntries(servers.map((name) => [name, { condition: 'service_healthy' }])),
    )
  })

  test('redirects pages to https and refuses calls over http', () => {
    const [plain = ''] = /^http:\/\/assay\.example\.com \{.*?^\}/ms.exec(configs.caddyfile.content) ?? []
    const [, paths = ''] = /@calls path (.+)/.exec(plain) ?? []
    expect(paths.split(' ')).toEqual(['/api/*', '/trpc/*', '/mcp', '/mcp/*', '/qase/*', '/testrail/*', '/index.php*'])
    expect(plain).toMatch(
      /handle @calls \{\s*respond "Use https" 403\s*\}\s*handle \{\s*redir https:\/\/\{host\}\{uri\} permanent/,
    )
  })

  test('leaves TLS to Caddy, with public certificates and its own choice of versions and ciphers', () => {
    expect(configs.caddyfile.content).toMatch(/^assay\.example\.com \{/m)
    expect(configs.caddyfile.content).not.toMatch(/\b(tls|auto_https|local_certs|protocols|ciphers|acme_ca)\b/)
  })

  test('pins the version of each image, and takes a digest of each from the environment', () => {
    const isVersion = (image: string) => /^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z]+)*$/.test(image)
    expect(imagesOf(compose).filter((image) => !isVersion(image))).toEqual([])
    const [, node] = /^ARG NODE_IMAGE=(\S+)$/m.exec(textOf('Dockerfile')) ?? []
    for (const [, { build }] of serversOf(compose)) expect(build).toEqual({ context: '.', args: { NODE_IMAGE: node } })
    const pinned = ['NODE_IMAGE', 'POSTGRES_IMAGE', 'CADDY_IMAGE'].map((name) => [name, `${name}@sha256:abc`])
    const images = imagesOf(read(file, { ...GIVEN, ...Object.fromEntries(pinned) }))
    expect(images.filter((image) => !image.endsWith('_IMAGE@sha256:abc'))).toEqual([])
    expect(images).toHaveLength(Object.keys(services).length)
  })

  test('gives each service no more rights than it needs', () => {
    for (const [name, { cap_drop, security_opt }] of Object.entries(services))
      expect([name, cap_drop, security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']])
    for (const [, { read_only, tmpfs, cap_add }] of serversOf(compose))
      expect([read_only, tmpfs, cap_add]).toEqual([true, ['/tmp'], undefined])
    expect(services['proxy']?.cap_add).toEqual(['NET_BIND_SERVICE'])
  })

  test('writes no configuration into a read-only container, which Compose cannot', () => {
    expect(services['proxy']).toMatchObject({ configs: [{ source: 'caddyfile' }] })
    expect(services['proxy']?.read_only).toBeUndefined()
  })

  test('declares exactly the volumes that it mounts', () => {
    const mounted = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((volume) => volume.split(':')[0]),
    )
    expect(mounted.toSorted()).toEqual(Object.keys(volumes).toSorted())
  })
})

describe('the example of nginx', () => {
  const [encrypted = '', plain = ''] = Array.from(
    textOf('server/RUNNING.md').matchAll(/^```nginx\n(server \{.*?)^```$/gms),
    ([, block]) => block,
  )

  test('speaks HTTP/2, so that the streams of many tabs fit into one connection', () => {
    expect(encrypted).toMatch(/^ {2}listen 443 ssl http2;$/m)
  })

  test('refuses calls over http, in any case of their letters as the server takes them, and redirects pages', () => {
    const [, insensitive, pattern = ''] = /location ~(\*?) (\S+) \{ return 403; \}/.exec(plain) ?? []
    const refused = new RegExp(pattern, insensitive ? 'i' : '')
    const calls = ['/api/projects', '/API/projects', '/trpc/a', '/mcp', '/mcp/', '/qase/v1/run', '/testrail/index.php']
    expect([...calls, '/index.php'].filter((path) => !refused.test(path))).toEqual([])
    expect(['/', '/login', '/apis', '/shared/x'].filter((path) => refused.test(path))).toEqual([])
  })
})

test('the image declares no volume, which servers on PostgreSQL would not use', () => {
  expect(textOf('Dockerfile')).not.toMatch(/^VOLUME/m)
  expect(serversOf(read('compose.yaml')).filter(([, { volumes }]) => volumes)).toEqual([])
})

test('the servers of compose.yaml share its database and wait for it', () => {
  const compose = read('compose.yaml')
  const { database } = compose.services
  const { POSTGRES_USER: user, POSTGRES_PASSWORD: password, POSTGRES_DB: name } = database?.environment ?? {}
  expect(database?.healthcheck).toBeDefined()
  expect(serversOf(compose)).toHaveLength(3)
  for (const [, service] of serversOf(compose))
    expect(service.depends_on).toEqual({ database: { condition: 'service_healthy' } })
  const addresses = configsOf(compose).map(({ DATABASE_URL }) => DATABASE_URL)
  expect(new Set(addresses.map((address) => JSON.stringify(address)))).toEqual(
    new Set([JSON.stringify({ postgres: `postgres://${user}:${password}@database:5432/${name}` })]),
  )
})

test('the server of compose.sqlite.yaml keeps its file on the volume', () => {
  const compose = read('compose.sqlite.yaml')
  expect(serversOf(compose).map(([, { volumes }]) => volumes)).toEqual([['assay:/data']])
  expect(configsOf(compose)[0]?.DATABASE_URL).toEqual({ file: '/data/assay.db' })
})

function read(file: string, given = GIVEN): Compose {
  const text = textOf(file).replace(
    /\$\{(\w+)(?::(?:\?|-([^}]*))[^}]*)?\}/g,
    (_, name: string, preset = '') => given[name] ?? (preset as string),
  )
  return parse(text, { merge: true }) as Compose
}

function serversOf({ services }: Compose): [string, Service][] {
  return Object.entries(services).filter(([, { build }]) => build !== undefined)
}

/** The image of each service. For a server, the base image of its build. */
function imagesOf({ services }: Compose): string[] {
  return Object.values(services).map(({ build, image = '' }) => build?.args['NODE_IMAGE'] ?? image)
}

function configsOf(compose: Compose): Config[] {
  return serversOf(compose).map(([, { environment }]) => readConfig({ ...imageVariables, ...environment }))
}
