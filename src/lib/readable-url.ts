/** Encodes a query, except for the signs of its grammar that a URL may have as they are. */
export const readableInUrl = (query: string) => encodeURIComponent(query).replaceAll('%3A', ':').replaceAll('%2C', ',')
