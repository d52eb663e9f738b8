import { lazyPart } from '#src/ui/lazy-part.tsx'

/** The section of the profile. */
export const SecondFactors = lazyPart(() => import('./second-factors.tsx'))
