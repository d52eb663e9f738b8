import { lazyPart } from './lazy-part.tsx'

export const ValueDifference = lazyPart(() => import('./value-diff.tsx'))
