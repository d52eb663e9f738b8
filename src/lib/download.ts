import { basePath } from './base-path.ts'
import { fileNameOf } from './file-name.ts'
import { accessToken } from './session.ts'
import { sessionFetch } from './session-rule.ts'
import { toastError } from './toast.ts'

/** Downloads a file of the API as a blob: a link would carry no session. `name` is for an answer without one. */
export async function download(path: string, { name, failure }: { name: string; failure: string }): Promise<void> {
  try {
    const answer = await sessionFetch(`${basePath}/api${path}`, {
      headers: { authorization: `Bearer ${accessToken()}` },
    })
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
    save(await answer.blob(), fileNameOf(answer.headers.get('content-disposition')) ?? name)
  } catch {
    toastError(failure)
  }
}

/** Long enough for the browser to open the file. */
const REVOKE_MS = 60_000

function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_MS)
}
