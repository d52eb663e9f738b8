/** The file name in a Content-Disposition header: the UTF-8 one, or else the plain one. */
export function fileNameOf(header: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^";]+)/i.exec(header ?? '')
  return encoded === undefined ? (plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2] ?? null) : decode(encoded)
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
