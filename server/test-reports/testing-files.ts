import { crc32, deflateRawSync } from 'node:zlib'

/* Playwright reports with attachments and zip files, for tests. */

type File = { name: string; contentType?: string; path?: string; body?: string }

/** A report of one spec for each list of files. Each file is of the only execution, unless `attempts` says otherwise. */
export function playwrightReport(files: File[][], { attempts = 1, title = 'test' } = {}): string {
  const specs = files.map((attachments, index) => ({
    title: `${title} ${index}`,
    tests: [
      {
        projectName: 'chromium',
        expectedStatus: 'passed',
        results: Array.from({ length: attempts }, (_, attempt) => ({
          status: attempt === attempts - 1 ? 'passed' : 'failed',
          attachments: attachments.filter((_file, at) => at % attempts === attempt),
        })),
      },
    ],
  }))
  const stats = { expected: files.length, unexpected: 0, flaky: 0, skipped: 0 }
  return JSON.stringify({ config: {}, suites: [{ title: 'a.spec.ts', specs }], errors: [], stats })
}

/** A file in a report. */
export const embedded = (bytes: Uint8Array | string, name = 'screenshot', contentType = 'image/png'): File => ({
  name,
  contentType,
  body: Buffer.from(bytes).toString('base64'),
})

/** A zip file. A file with `size` declares that it unpacks to so many bytes. */
export function zipOf(files: Record<string, string | Uint8Array>, size?: number): Buffer {
  const entries = Object.entries(files).map(([name, content]) => {
    const bytes = Buffer.from(content as string)
    return { name: Buffer.from(name), packed: deflateRawSync(bytes), crc: crc32(bytes), length: size ?? bytes.length }
  })
  let offset = 0
  const locals: Buffer[] = []
  const directory = entries.map(({ name, packed, crc, length }) => {
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc, 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(length, 18)
    shared.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    offset += local.length
    locals.push(local)
    return Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), shared, rest, name])
  })
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\u0005\u0006'), end])
}
