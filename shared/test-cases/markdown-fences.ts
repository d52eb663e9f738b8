const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** For each line, whether it stands in a block of code or is one of its fences. A fence that never closes is none. */
export function linesInCode(lines: readonly string[]): boolean[] {
  const fences = lines.map((line) => FENCE.exec(line))
  const closers = nextClosers(fences)
  const isInCode = lines.map(() => false)
  for (let at = 0; at < lines.length; at += 1) {
    const mark = fences[at]?.[1]
    if (!mark) continue
    const end = closers(mark, at + 1)
    if (end < 0) continue
    isInCode.fill(true, at, end + 1)
    at = end
  }
  return isInCode
}

/** Whether a fence in the text never closes. */
export function hasOpenFence(text: string): boolean {
  const lines = text.split('\n')
  const isInCode = linesInCode(lines)
  return lines.some((line, index) => FENCE.test(line) && !isInCode[index])
}

function nextClosers(fences: readonly (RegExpExecArray | null)[]) {
  const next: Record<string, Int32Array> = {
    '`': new Int32Array(fences.length + 1).fill(-1),
    '~': new Int32Array(fences.length + 1).fill(-1),
  }
  for (let at = fences.length - 1; at >= 0; at -= 1)
    for (const [sign, indexes] of Object.entries(next)) {
      const [, mark = '', rest = ''] = fences[at] ?? []
      indexes[at] = mark.startsWith(sign) && rest.trim() === '' ? at : (indexes[at + 1] as number)
    }
  return (mark: string, from: number) => {
    const end = next[mark[0] as string]?.[from] ?? -1
    return end >= 0 && (fences[end]?.[1]?.length ?? 0) >= mark.length ? end : -1
  }
}
