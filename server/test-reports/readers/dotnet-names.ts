/** What stands before the last dot of a name, without its parameters. */
export function classIn(name: string): string {
  const method = name.split('(', 1)[0] as string
  return /\s/.test(method) ? '' : method.slice(0, Math.max(method.lastIndexOf('.'), 0))
}

/** Some writers name a test with its class. */
export function withoutClass(name: string, className: string): string {
  return className !== '' && name.startsWith(`${className}.`) ? name.slice(className.length + 1) : name
}
