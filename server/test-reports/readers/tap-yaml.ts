const BLOCK_MAX = 200_000

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
    take(line: string): boolean {
      if (indent === undefined) return false
      if (line.trim() === '...' && line.search(/\S/) <= indent) {
        indent = undefined
        return true
      }
      add(line.slice(Math.min(indent, line.length)))
      return true
    },
    /** Adds a line outside a block: some writers print diagnostics without one. */
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
