import { z } from 'zod'
import { optionalHttpUrl, optionalName } from '../fields.ts'

/* The circumstances of a run, from the start dialog, the query of a report, or the CI's variables. */

export const RunFacts = z.object({
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  environment: z.string().nullable(),
  buildUrl: z.string().nullable(),
  milestone: z.string().nullable(),
})
export type RunFacts = z.infer<typeof RunFacts>

/** The same in inputs. Null and '' mean none. */
export const RunFactsInput = z.object({
  branch: optionalName('Branch'),
  commit: optionalName('Commit'),
  environment: optionalName('Environment'),
  buildUrl: optionalHttpUrl('Build address'),
  milestone: optionalName('Milestone'),
})
export type RunFactsInput = z.infer<typeof RunFactsInput>

/** Changes the facts of a run. Omitted ones stay. */
export function applyFacts(current: RunFacts, given: RunFactsInput): RunFacts {
  const fact = (name: keyof RunFacts) => (given[name] === undefined ? current[name] : given[name] || null)
  return {
    branch: fact('branch'),
    commit: fact('commit'),
    environment: fact('environment'),
    buildUrl: fact('buildUrl'),
    milestone: fact('milestone'),
  }
}

/** Adds the facts that a report names: it fills empty ones and replaces none. */
export function fillFacts(current: RunFacts, given: RunFactsInput): RunFacts {
  const known = Object.entries(current).filter(([, fact]) => fact !== null)
  return { ...applyFacts(current, given), ...Object.fromEntries(known) }
}

export const NO_FACTS: RunFacts = { branch: null, commit: null, environment: null, buildUrl: null, milestone: null }
