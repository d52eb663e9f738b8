import { basePath } from './base-path.ts'
import { fileNameOf } from './file-name.ts'
import { sessionFetch } from './session-rule.ts'
import { accessToken } from './session.ts'
import { toastError } from './toast.ts'

type Download = {
  /** Path and query below /api. */
  path: string
  /** The name of the file if the server gives none. */
  name: string
  failure: string
}

/** Downloads a file as a blob, since a link would carry no session. Resolves to whether it succeeded. */
export async function download({ path, name, failure }: Download): Promise<boolean> {
  try {
    const answer = await sessionFetch(`${basePath}/api${path}`, {
      headers: { authorization: `Bearer ${accessToken()}` },
    })
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
    save(await answer.blob(), fileNameOf(answer.headers.get('content-disposition')) ?? name)
    return true
  } catch {
    toastError(failure)
    return false
  }
}

/** Long enough for the browser to open the file. */
const REVOKE_MS = 60_000

function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_MS)
}
