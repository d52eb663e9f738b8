import { basePath } from './base-path.ts'
import { endRefusedSession, UNAUTHORIZED } from './session-rule.ts'
import { accessToken } from './session.ts'

type FileRequest = {
  method: 'PUT' | 'POST'
  /** Path and query below /api. */
  path: string
  file: File
  headers?: Record<string, string>
  /** Called with the sent share of the file, from 0 to 1. */
  onProgress: (share: number) => void
  onSent?: () => void
  signal: AbortSignal
}

/** `status` is 0 if the server did not answer; `body` is null if the answer is not JSON, for example from a proxy. */
export type FileAnswer = { status: number; body: unknown }

/**
 * Sends a file as the body of a request. XMLHttpRequest, because fetch reports no upload progress. Throws the signal's
 * reason when cancelled.
 */
export async function sendFile(given: FileRequest): Promise<FileAnswer> {
  const { method, path, file, headers = {}, onProgress, onSent, signal } = given
  const request = new XMLHttpRequest()
  const token = accessToken()
  request.open(method, `${basePath}/api${path}`)
  request.setRequestHeader('Authorization', `Bearer ${token}`)
  request.setRequestHeader('Content-Type', 'application/octet-stream')
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total))
  if (onSent) request.upload.addEventListener('load', onSent)
  signal.addEventListener('abort', () => request.abort())
  await new Promise((resolve) => {
    request.addEventListener('loadend', resolve)
    request.send(file)
  })
  signal.throwIfAborted()
  if (request.status === UNAUTHORIZED) endRefusedSession(token)
  return { status: request.status, body: parse(request.responseText) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
