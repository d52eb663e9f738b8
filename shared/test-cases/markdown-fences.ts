const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/s

type Fence = { at: number; mark: string; canClose: boolean }

/** For each line, 1 if it is in a block of code or is a fence. A fence without an end does not count. */
export function linesInCode(lines: readonly string[]): Uint8Array {
  const isInCode = new Uint8Array(lines.length)
  const fences = fencesOf(lines)
  const closers = nextClosers(fences)
  for (let index = 0; index < fences.length; index += 1) {
    const { at, mark } = fences[index] as Fence
    const end = closers[mark[0] as '`' | '~'][index + 1] ?? -1
    const closing = fences[end]
    if (!closing || closing.mark.length < mark.length) continue
    isInCode.fill(1, at, closing.at + 1)
    index = end
  }
  return isInCode
}

export function hasOpenFence(text: string): boolean {
  const lines = text.split('\n')
  const isInCode = linesInCode(lines)
  return fencesOf(lines).some(({ at }) => !isInCode[at])
}

function fencesOf(lines: readonly string[]): Fence[] {
  const fences: Fence[] = []
  for (const [at, line] of lines.entries()) {
    const [, mark, rest = ''] = FENCE.exec(line) ?? []
    if (mark) fences.push({ at, mark, canClose: rest.trim() === '' })
  }
  return fences
}

/** For each fence and sign, the next fence of this sign that can close a block, from it on. */
function nextClosers(fences: readonly Fence[]) {
  const next = { '`': [] as number[], '~': [] as number[] }
  for (const sign of ['`', '~'] as const) {
    let closer = -1
    for (let index = fences.length - 1; index >= 0; index -= 1) {
      const { mark, canClose } = fences[index] as Fence
      if (canClose && mark.startsWith(sign)) closer = index
      next[sign][index] = closer
    }
  }
  return next
}
