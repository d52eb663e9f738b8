import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { readConfig } from '#server/config.ts'

/* One consistent file of a database that is in use: npm run backup -- TARGET */

const [given] = process.argv.slice(2)
const target = resolve(given ?? `assay-${new Date().toISOString().replaceAll(':', '-')}.db`)
const { file } = readConfig(process.env).DATABASE_URL
if (!existsSync(file)) fail(`There is no database at ${file}`)
if (existsSync(target)) fail(`${target} exists already`)

const draft = `${target}.part`
rmSync(draft, { force: true })
const source = new SqliteDatabase(file, { readonly: true })
source.prepare('vacuum into ?').run(draft)
source.close()
const copy = new SqliteDatabase(draft, { readonly: true })
const verdict = copy.pragma('integrity_check', { simple: true })
copy.close()
if (verdict !== 'ok') fail(`The copy is damaged: ${String(verdict)}`)
renameSync(draft, target)
console.log(`Backed up ${file} to ${target} (${statSync(target).size.toLocaleString('en')} bytes, integrity checked)`)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
