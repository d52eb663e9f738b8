/** Makes a REST call that must succeed. `path` is relative to /api. */
export type Call = (method: string, path: string, body?: object) => Promise<any>

export function apiOf(url: string, token?: string, scheme = 'Bearer'): Call {
  return async (method, path, body) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `${scheme} ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return await response.json()
  }
}
