/* Under `require-trusted-types-for` this decides which texts may become HTML: those without a tag, as styles are. */

type Factory = {
  createPolicy: (name: 'default', policy: { createHTML: (text: string) => string | null }) => unknown
}

const { trustedTypes } = globalThis as { trustedTypes?: Factory }
trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) })
