/** More characters of one block than this are not kept. */
const BLOCK_MAX = 200_000

/** The lines of a YAML block under a test point, until they are taken. */
export function yamlBlock() {
  let lines: string[] = []
  let indent: number | undefined
  let size = 0
  return {
    get isOpen() {
      return indent !== undefined
    },
    open(column: number) {
      indent = column
      lines = []
      size = 0
    },
    /** Answers whether the line belongs to an open block. */
    take(line: string): boolean {
      if (indent === undefined) return false
      if (line.trim() === '...' && line.search(/\S/) <= indent) {
        indent = undefined
        return true
      }
      add(line.slice(Math.min(indent, line.length)))
      return true
    },
    /** Takes a line that stands where a block would: some writers put their diagnostics there as they are. */
    add,
    takeLines(): string[] {
      const taken = lines
      lines = []
      size = 0
      return taken
    },
  }

  function add(line: string) {
    size += line.length
    if (size <= BLOCK_MAX) lines.push(line)
  }
}
