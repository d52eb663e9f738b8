import { ensureInstalled, run } from './launch.mjs'

/* Runs a TypeScript script: node scripts/run.mjs scripts/seed.ts --some=option */
ensureInstalled()
process.exitCode = await run(process.argv.slice(2))
