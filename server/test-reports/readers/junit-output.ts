import { TEXT_MAX } from '#shared/limits.ts'

const LINE_MAX = 4_096
const CONVENTION = /^\s*\[\[(ATTACHMENT|PROPERTY)\|(.*)\]\]\s*$/

/** Scans `system-out` or `system-err` without keeping it: finds `[[ATTACHMENT|…]]` and `[[PROPERTY|…]]` lines. */
export function outputLines(found: { attachment(path: string): void; property(name: string, value: string): void }) {
  let line = ''
  let hasText = false
  return {
    write(text: string) {
      const lines = (line + text).split('\n')
      line = (lines.pop() ?? '').slice(0, LINE_MAX)
      for (const whole of lines) read(whole)
    },
    end(): boolean {
      read(line)
      return hasText
    },
  }

  function read(whole: string) {
    if (whole.trim() === '') return
    const [, kind, value = ''] = (whole.includes('[[') && CONVENTION.exec(whole.slice(0, LINE_MAX))) || []
    if (kind === 'ATTACHMENT') return found.attachment(value)
    if (kind === undefined) {
      hasText = true
      return
    }
    const at = value.indexOf('=')
    found.property(at < 0 ? value : value.slice(0, at), at < 0 ? '' : value.slice(at + 1))
  }
}

/** The last characters that a suite prints itself: how it ended. */
export function suiteOutput() {
  let text = ''
  let isStart = false
  return {
    /** Another element follows, whose text does not go on in the same line. */
    start() {
      isStart = true
    },
    add(piece: string) {
      const isGlued = isStart && /\S$/.test(text) && /^\S/.test(piece)
      text = (text + (isGlued ? '\n' : '') + piece).slice(-TEXT_MAX)
      isStart = false
    },
    text: () => text.trim(),
  }
}
