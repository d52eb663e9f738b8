/** The first bytes of a stream, at least `length` if it has so many, and the stream with them. */
export async function peek(chunks: AsyncIterator<Buffer>, length: number) {
  let start = Buffer.alloc(0)
  while (start.length < length) {
    const { value, done } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  return { start, whole: joined(start, chunks) }
}

async function* joined(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start
  try {
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
