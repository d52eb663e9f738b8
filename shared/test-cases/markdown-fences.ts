const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/s

type Fence = { at: number; mark: string; canClose: boolean }

/** For each line, 1 if it is in a block of code or is a fence. A fence without an end does not count. */
export function linesInCode(lines: readonly string[]): Uint8Array {
  const isInCode = new Uint8Array(lines.length)
  const fences = fencesOf(lines)
  const closers = closersOf(fences)
  for (let index = 0; index < fences.length; index += 1) {
    const end = closers[index]
    if (end === undefined) continue
    isInCode.fill(1, fences[index]?.at, (fences[end] as Fence).at + 1)
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

/** For each fence, the index of the next one that closes its block: of the same sign, and no shorter. */
function closersOf(fences: readonly Fence[]): (number | undefined)[] {
  const closers: (number | undefined)[] = []
  const next = { '`': [] as number[], '~': [] as number[] }
  const lengthAt = (index: number | undefined) => (index === undefined ? Infinity : (fences[index]?.mark.length ?? 0))
  for (let index = fences.length - 1; index >= 0; index -= 1) {
    const { mark, canClose } = fences[index] as Fence
    const later = next[mark[0] as '`' | '~']
    closers[index] = later.findLast((other) => lengthAt(other) >= mark.length)
    if (!canClose) continue
    // It comes before later ones that are as long or shorter, so these close nothing above it. The lengths that stay differ.
    while (lengthAt(later.at(-1)) <= mark.length) later.pop()
    later.push(index)
  }
  return closers
}
