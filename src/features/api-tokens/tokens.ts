import { lazyPart } from '#src/ui/lazy-part.tsx'

/** The tokens of the signed-in user, of a project, or of all. In one file, which no other screen loads. */
export const Tokens = lazyPart(() => import('./any-tokens.tsx'))
