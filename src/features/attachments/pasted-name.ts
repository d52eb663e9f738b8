/** The name that browsers give to pictures without a name. */
const NAMELESS = /^image\.(\w+)$/

/** The name of a pasted file; nameless pictures get "Screenshot 2026-11-22 14.03.png". */
export function pastedName(fileName: string, now: Date, taken: readonly string[]): string {
  const [, extension] = NAMELESS.exec(fileName) ?? []
  if (extension === undefined) return fileName
  const digits = (value: number) => String(value).padStart(2, '0')
  const day = `${now.getFullYear()}-${digits(now.getMonth() + 1)}-${digits(now.getDate())}`
  const name = `Screenshot ${day} ${digits(now.getHours())}.${digits(now.getMinutes())}`
  for (let count = 1; ; count += 1) {
    const numbered = `${name}${count === 1 ? '' : ` (${count})`}.${extension}`
    if (!taken.includes(numbered)) return numbered
  }
}

/** Names pasted files so that the names of an owner's files are unique. */
export function namedFiles(files: readonly File[], now: Date, taken: readonly { name: string }[]) {
  const names = taken.map(({ name }) => name)
  return files.map((file) => {
    const name = pastedName(file.name, now, names)
    names.push(name)
    return { file, name }
  })
}
