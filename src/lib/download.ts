import { basePath } from './base-path.ts'
import { fileNameOf } from './file-name.ts'
import { sessionFetch } from './session-rule.ts'
import { accessToken } from './session.ts'
import { createStore, useStore } from './store.ts'
import { toastError } from './toast.ts'

type Download = {
  /** Path and query below /api. */
  path: string
  /** The name of the file if the server gives none. */
  name: string
  failure: string
}

/** How many downloads the server and the network are still busy with. The browser shows only saved files. */
const underWay = createStore(0)

export const useDownloads = (): number => useStore(underWay)

/** Downloads a file as a blob, since a link would carry no session. Resolves to whether it succeeded. */
export async function download({ path, name, failure }: Download): Promise<boolean> {
  underWay.set(underWay.get() + 1)
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
  } finally {
    underWay.set(underWay.get() - 1)
  }
}

/** Long enough for the browser to open the file. */
const REVOKE_MS = 60_000

function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_MS)
}
