import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, root, run, SERVER_FLAGS, SERVER_MEMORY } from './launch.mjs'

ensureInstalled()
ensureBuilt()
const cache = join(root, 'node_modules', '.cache', 'compiled')
process.exitCode = await run([...SERVER_FLAGS, join(root, 'server/index.ts')], {
  ...SERVER_MEMORY,
  NODE_ENV: process.env.NODE_ENV ?? 'production',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? cache,
})
