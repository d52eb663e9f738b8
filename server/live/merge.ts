type Arrived<N, T> = { name: N; source: AsyncGenerator<T>; result: IteratorResult<T> } | { error: unknown }

/**
 * Streams as one, in the order in which they tell something. Ends when all have ended; throws what the first one
 * throws. No stream is asked for more before what it told is taken, so that each can hold back for a slow reader.
 */
export async function* merge<N extends string, T>(
  sources: [name: N, source: AsyncGenerator<T>][],
): AsyncGenerator<[name: N, value: T]> {
  const arrived: Arrived<N, T>[] = []
  let wake = () => {}
  const ask = async (name: N, source: AsyncGenerator<T>) => {
    arrived.push(
      await source.next().then(
        (result) => ({ name, source, result }),
        (error: unknown) => ({ error }),
      ),
    )
    wake()
  }
  try {
    for (const [name, source] of sources) void ask(name, source)
    for (let open = sources.length; open > 0;) {
      const next = arrived.shift()
      if (!next) await new Promise<void>((resolve) => (wake = resolve))
      else if ('error' in next) throw next.error
      else if (next.result.done) open -= 1
      else {
        yield [next.name, next.result.value]
        void ask(next.name, next.source)
      }
    }
  } finally {
    // Not waited for: a stream that has nothing to tell ends only when its signal says so.
    for (const [, source] of sources) void source.return(undefined).catch(() => undefined)
  }
}
