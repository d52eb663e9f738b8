/**
 * What a password comes down to: without case, final digits and repetition. People who must not use a word write
 * `Word2026` or `wordword`.
 */
export function foldedPassword(password: string): string {
  const plain = password.toLowerCase()
  const bare = plain.replace(/[\d\s!?.,*#_-]+$/, '') || plain
  return (/^(.+?)\1+$/su.exec(bare)?.[1] ?? bare).replace(/(.)\1{2,}/gsu, '$1')
}
