import type { AttachmentType } from '#shared/attachments/attachment.ts'

const PICTURES: [AttachmentType, RegExp][] = [
  // oxlint-disable-next-line no-control-regex -- the signature has one
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
]

const HEAD_LENGTH = 12

/** Control characters by which browsers tell binary data from text (MIME Sniffing Standard). */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const BINARY = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/

/** Text that begins with a tag may be HTML, SVG or XML, which is never shown inline. */
const MARKUP = /^\s*</

export class TypeFinder {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #head = Buffer.alloc(0)
  #isText = true
  /** Whether anything but white space was seen. */
  #hasBegun = false

  add(chunk: Buffer): void {
    if (this.#head.length < HEAD_LENGTH) this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_LENGTH)])
    if (this.#isText) this.#isText = this.#reads(() => this.#decoder.decode(chunk, { stream: true }))
  }

  /** Call it once, after the last chunk. */
  type(): AttachmentType {
    const head = this.#head.toString('latin1')
    const picture = PICTURES.find(([, magic]) => magic.test(head))
    if (picture) return picture[0]
    return this.#isText && this.#reads(() => this.#decoder.decode()) ? 'text/plain' : 'application/octet-stream'
  }

  #reads(decode: () => string): boolean {
    let text: string
    try {
      text = decode()
    } catch {
      return false
    }
    if (BINARY.test(text) || (!this.#hasBegun && MARKUP.test(text))) return false
    this.#hasBegun ||= text.trim() !== ''
    return true
  }
}
