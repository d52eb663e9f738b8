import { DomainError } from '#shared/errors.ts'

/** The text of a file, without its byte order mark. Spreadsheets also write UTF-16. Throws BAD_REQUEST. */
export function decodeFile(bytes: Buffer): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    throw new DomainError('BAD_REQUEST', 'The file is not UTF-8. In a spreadsheet, save it as "CSV UTF-8"')
  }
}

const BEGINNING = 64 * 1024

/** As much of the text as shows its format. */
export const beginningOf = (bytes: Buffer) => new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, BEGINNING))

/** The encoding that the byte order mark names. */
export function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}
