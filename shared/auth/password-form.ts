/**
 * Passwords are compared in this form, because keyboards and systems encode the same characters differently. The
 * OpaqueString profile of RFC 8265: every space becomes U+0020, then NFC.
 */
export function passwordForm(typed: string): string {
  return typed.replace(/\p{Zs}/gu, ' ').normalize('NFC')
}
