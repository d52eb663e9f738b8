const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** For text and quoted attributes. */
export function escapeHtml(text: string): string {
  return visible(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string)
}

/** For text of an element. A bare carriage return would be read as a line feed. */
export function escapeXml(text: string): string {
  return escapeHtml(text).replaceAll('\r', '&#13;')
}

/** An XML attribute with a leading space; '' without a value. Line breaks and tabs are kept. */
export function attribute(name: string, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  const text = escapeXml(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
  return ` ${name}="${text}"`
}

/** U+2400 and on are pictures of the control characters from 0 on. */
const PICTURES = 0x2400
const FORBIDDEN = /[^\t\n\r\u0020-\ufffd]/g

/** Replaces characters that XML forbids: control characters by their pictures, halves of surrogate pairs by U+FFFD. */
function visible(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, (character) =>
      character < ' ' ? String.fromCharCode(PICTURES + character.charCodeAt(0)) : '\ufffd',
    )
}
