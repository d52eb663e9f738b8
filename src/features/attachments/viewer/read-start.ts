/** Reads the start of a UTF-8 text and cancels the rest. A truncated character is left out. */
export async function readStart(address: string, bytes: number, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { signal })
  if (!response.ok || !response.body) throw new Error(`Status ${response.status}`)
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let left = bytes; left > 0;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value.subarray(0, left), { stream: true })
    left -= value.length
  }
  await reader.cancel()
  return text
}
