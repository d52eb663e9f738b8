import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)

/** Smaller files fit into one packet anyway. */
const SMALL_BYTES = 1_024
/** 2 % larger than at the best quality, which takes twice as long. */
const QUALITY = 10

/** Writes a brotli file beside each script and style, so that the server does not compress them per visit. */
export function brotliPlugin(): Plugin {
  return {
    name: 'assay-brotli',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))
      await Promise.all(files.map((file) => writeCompressed(`${dir}/${file}`)))
    },
  }
}

async function writeCompressed(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < SMALL_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${file}.br`, await compress(content, { params }))
}
