/** Encodes a query, except for the characters of its grammar that are allowed in a URL. */
export const readableInUrl = (query: string) => encodeURIComponent(query).replaceAll('%3A', ':').replaceAll('%2C', ',')
