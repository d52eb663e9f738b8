import type { Connection } from './connection.ts'
import { CallFailure, connectionFailure, retryAfterSeconds } from './failures.ts'
import { withRetries } from './retry.ts'

/** Downloads a text below /api, with retries. Throws CallFailure. */
export async function download(
  { url, authorization, policy, timeoutMs }: Connection,
  path: string,
): Promise<{ text: string; headers: Headers }> {
  return await withRetries(async () => {
    const idle = new AbortController()
    const timer = setTimeout(() => idle.abort(new DOMException('no data', 'TimeoutError')), timeoutMs)
    try {
      const response = await fetch(`${url}/api${path}`, { headers: { authorization }, signal: idle.signal })
      if (!response.ok) throw await refusal(response)
      const decoder = new TextDecoder()
      let text = ''
      for await (const chunk of response.body ?? []) {
        timer.refresh()
        text += decoder.decode(chunk, { stream: true })
      }
      return { text: text + decoder.decode(), headers: response.headers }
    } catch (error) {
      throw error instanceof CallFailure ? error : connectionFailure(error)
    } finally {
      clearTimeout(timer)
    }
  }, policy)
}

async function refusal(response: Response): Promise<CallFailure> {
  const { status, headers } = response
  const body = (await response.json().catch(() => ({}))) as { message?: string }
  return new CallFailure(body.message ?? `unexpected response (HTTP ${status}): not from an Assay server`, {
    status,
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after')),
  })
}
