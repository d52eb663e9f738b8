import { ensureInstalled, run } from './launch.mjs'

/* Runs one of the TypeScript scripts: node scripts/run.mjs scripts/seed.ts --some=option */
ensureInstalled()
process.exitCode = await run(process.argv.slice(2))
