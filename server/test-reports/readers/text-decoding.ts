import { noReport } from './report-error.ts'

const DECLARATION_MAX = 1024
const REPLACEMENT = '\ufffd'

/** Decodes bytes chunk by chunk. `hasInvalidBytes`: some bytes were invalid in the encoding. */
type TextDecoding = { write(chunk: Uint8Array): string; end(): string; readonly hasInvalidBytes: boolean }

/**
 * Decodes by byte order mark, else by XML declaration if `mayDeclare`, else as UTF-8. Throws BAD_REQUEST for unknown
 * encodings.
 */
export function decodeText(mayDeclare: boolean): TextDecoding {
  let start: Uint8Array | undefined = new Uint8Array()
  let decoder: TextDecoder | undefined
  let replaced = 0
  let genuine = 0
  let tail: Uint8Array = new Uint8Array()

  return {
    write(chunk) {
      if (start === undefined) return decode(chunk)
      const bytes = Buffer.concat([start, chunk])
      if (!isEnough(bytes, mayDeclare)) {
        start = bytes
        return ''
      }
      return begin(bytes)
    },
    end: () => (start === undefined ? '' : begin(Buffer.from(start))) + finish(),
    get hasInvalidBytes() {
      return replaced > genuine
    },
  }

  function begin(bytes: Buffer): string {
    start = undefined
    decoder = decoderOf(encodingOf(bytes, mayDeclare))
    return decode(bytes)
  }

  function decode(chunk: Uint8Array): string {
    const text = decoder?.decode(chunk, { stream: true }) ?? ''
    if (decoder?.encoding === 'utf-8') countGenuine(chunk)
    countReplaced(text)
    return text
  }

  function finish(): string {
    const text = decoder?.decode() ?? ''
    countReplaced(text)
    return text
  }

  function countReplaced(text: string) {
    for (let at = text.indexOf(REPLACEMENT); at >= 0; at = text.indexOf(REPLACEMENT, at + 1)) replaced += 1
  }

  function countGenuine(chunk: Uint8Array) {
    const bytes = Buffer.concat([tail, chunk])
    const sought = Buffer.from(REPLACEMENT)
    for (let at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, at + 3)) genuine += 1
    tail = bytes.subarray(Math.max(0, bytes.length - 2))
  }
}

function isEnough(bytes: Buffer, mayDeclare: boolean): boolean {
  if (bytes.length < 4) return false
  if (!mayDeclare || bytes.length >= DECLARATION_MAX || wideEncoding(bytes)) return true
  const text = bytes
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  return '<?xml'.startsWith(text.slice(0, 5)) ? text.includes('?>') : true
}

function encodingOf(bytes: Buffer, mayDeclare: boolean): string {
  const wide = wideEncoding(bytes)
  if (wide) return wide
  if (!mayDeclare || bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8'
  const head = bytes.subarray(0, DECLARATION_MAX).toString('latin1')
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,60})["']/.exec(head)?.[1] ?? 'utf-8'
  // The declaration was readable as ASCII, so the file is not UTF-16, whatever it declares.
  return /^(utf-?16|ucs-?2|iso-10646)/i.test(declared) ? 'utf-8' : declared
}

/** Detects UTF-16 by byte order mark, or by a zero among the first two bytes. */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (bytes.length < 2 || (first === 0) === (second === 0)) return undefined
  return second === 0 ? 'utf-16le' : 'utf-16be'
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch {
    throw noReport(`The report declares the unknown encoding ${JSON.stringify(encoding)}. Send it as UTF-8`)
  }
}
