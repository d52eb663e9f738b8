/** Priorities of other tools by their names, numbers first as in `1 - Must`. */
export function priorityOf(given: string | null | undefined): string | null {
  const name = (given ?? '')
    .toLowerCase()
    .replace(/^\d+\s*-\s*/, '')
    .trim()
  if (name === '') return null
  return PRIORITIES[name] ?? name
}

const PRIORITIES: Record<string, string> = {
  'must test': 'critical',
  blocker: 'critical',
  urgent: 'critical',
  highest: 'critical',
  major: 'high',
  normal: 'medium',
  'not set': 'medium',
  undefined: 'medium',
  minor: 'low',
  trivial: 'low',
  lowest: 'low',
  "don't test": 'low',
  'test if time': 'medium',
}

export const isPriority = (name: string | null) => ['low', 'medium', 'high', 'critical'].includes(name ?? '')

/** Whether a type or state of automation of another tool means an automated case. */
export const isAutomated = (given: string | null | undefined) =>
  /^(is[- ]?)?(auto|automated|2)$/i.test((given ?? '').trim())
