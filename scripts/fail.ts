/** Ends a script with the reason why. Code 1 says that it could not be done, 2 that it was called wrongly. */
export function fail(message: string, code = 1): never {
  // Where a line of progress may stand.
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
  console.error(message)
  process.exit(code)
}
