import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, root, run } from './launch.mjs'

ensureInstalled()
ensureBuilt()
process.exitCode = await run([join(root, 'server/index.ts')], { NODE_ENV: process.env.NODE_ENV ?? 'production' })
