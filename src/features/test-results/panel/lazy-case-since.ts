import { lazyPart } from '#src/ui/lazy-part.tsx'

export const CaseSince = lazyPart(() => import('./case-since.tsx'))
