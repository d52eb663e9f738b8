/** Ends a script with a message. Code 1: it failed. Code 2: wrong usage. */
export function fail(message: string, code = 1): never {
  // Clears the progress line.
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
  console.error(message)
  process.exit(code)
}
