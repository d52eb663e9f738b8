import { dirname } from 'node:path'

/* Error codes of the system as sentences. The code stays visible where it helps a search. */

const FILE_PROBLEMS: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be opened: you lack the permission',
  EPERM: 'cannot be opened: the system forbids it',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'cannot be reached: a part of its path is no folder',
  ENOSPC: 'cannot be written: the disk is full',
  EROFS: 'cannot be written: the disk is read-only',
}

/** `named`: the path as the user gave it. */
export function fileProblem({ code = '', path, message }: NodeJS.ErrnoException, named = path): string {
  if (named === undefined) return message
  return `${named} ${FILE_PROBLEMS[code] ?? `cannot be used (${code})`}`
}

/** The same for writing, where the missing thing is the folder. */
export function writeProblem(error: NodeJS.ErrnoException, file: string): string {
  return fileProblem(error, error.code === 'ENOENT' ? `the folder ${dirname(file)}` : file)
}

const CERTIFICATE = /^(UNABLE_TO_(VERIFY|GET)|SELF_SIGNED|DEPTH_ZERO|CERT_(?!HAS_EXPIRED)|ERR_TLS_CERT_ALTNAME_INVALID)/

type NetworkError = NodeJS.ErrnoException & { hostname?: string; address?: string; port?: number }

export function connectionProblem(error: NetworkError): string {
  const { code = '', hostname = 'the server', address = 'the server', port, message } = error
  const place = port === undefined ? address : `${address.includes(':') ? `[${address}]` : address}:${port}`
  if (code === 'ECONNREFUSED') return `nothing listens at ${place} (${code})`
  if (code === 'ENOTFOUND') return `no host has the name ${hostname} (${code})`
  if (code === 'EAI_AGAIN') return `the name ${hostname} could not be looked up now (${code})`
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') return `the connection was lost (${code})`
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH') return `no network leads to ${place} (${code})`
  if (code === 'CERT_HAS_EXPIRED') return `the certificate of the server has expired (${code})`
  if (CERTIFICATE.test(code))
    return `the certificate of the server is not trusted (${code}). For your own certificate authority, set NODE_EXTRA_CA_CERTS`
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return `the server speaks no TLS there (${code}). Perhaps its address starts with http://`
  return message || code || error.name
}
