import { DomainError } from '#shared/errors.ts'

/** The text of a file, without its byte order mark. Spreadsheets also write UTF-16. Throws BAD_REQUEST. */
export function decodeFile(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new DomainError('BAD_REQUEST', 'The file is not UTF-8. In a spreadsheet, save it as "CSV UTF-8"')
  }
}
