import type { KeyboardEvent } from 'react'
import type { StepStatus } from '#shared/test-results/result-steps.ts'
import { readKey } from '../../keys/read-key.ts'

type StepAct = StepStatus | 'up' | 'down' | 'note' | 'leave'

const KEYS: Record<string, StepAct> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  k: 'up',
  j: 'down',
  p: 'passed',
  f: 'failed',
  s: 'skipped',
  Backspace: 'pending',
  n: 'note',
  Escape: 'leave',
}

/** What a key does at a step. With single keys off, only arrows and Esc act. */
export function stepKey({ nativeEvent }: KeyboardEvent, areSingleKeysOn: boolean): StepAct | null {
  const key = readKey(nativeEvent) ?? ''
  const act = KEYS[key] ?? null
  return areSingleKeysOn || /^Arrow|^Escape$/.test(key) ? act : null
}
