/**
 * The form in which passwords are compared: keyboards and systems write the same characters differently. It is the
 * OpaqueString profile of RFC 8265: other spaces become U+0020, then NFC.
 */
export function passwordForm(typed: string): string {
  return typed.replace(/\p{Zs}/gu, ' ').normalize('NFC')
}
