/**
 * The body of an upload. The server accepts every content type and trusts none. The document names only one: from
 * several, generators mostly choose JSON and send it with every file.
 */
export const FILE_CONTENT = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
