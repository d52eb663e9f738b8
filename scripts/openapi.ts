import { readFileSync, writeFileSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { openApiDocument } from '#server/openapi.ts'

/* Writes openapi.json; with --check it only says whether the committed one still fits the procedures. */

const file = new URL('../openapi.json', import.meta.url)
const document = `${JSON.stringify(openApiDocument('3.1.0', readConfig({}).version), null, 2)}\n`

if (!process.argv.includes('--check')) writeFileSync(file, document)
else if (readFileSync(file, 'utf8') !== document) {
  console.error('openapi.json does not fit the procedures any more: run npm run openapi')
  process.exit(1)
}
