import { readFileSync, writeFileSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { openApiDocument } from '#server/openapi/document.ts'

/* Writes openapi.json; --check only compares it. --legacy=FILE writes the OpenAPI 3.0 document. */

const file = new URL('../openapi.json', import.meta.url)
const { version } = readConfig({})
const document = textOf('3.1.0')

if (!process.argv.includes('--check')) writeFileSync(file, document)
else if (readFileSync(file, 'utf8') !== document) {
  console.error('openapi.json is outdated. Run: npm run openapi')
  process.exit(1)
}

const legacy = process.argv.find((arg) => arg.startsWith('--legacy='))?.slice('--legacy='.length)
if (legacy) writeFileSync(legacy, textOf('3.0.3'))

function textOf(openApiVersion: Parameters<typeof openApiDocument>[0]): string {
  return `${JSON.stringify(openApiDocument(openApiVersion, version), null, 2)}\n`
}
