/**
 * The body of an upload. The server takes every content type and believes none. The document names one: generators make a
 * choice of several, mostly JSON, and send it with every file.
 */
export const FILE_CONTENT = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
