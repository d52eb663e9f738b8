import { formatNumber } from '#shared/format.ts'
import type { NewFailure } from '#shared/notifications/event.ts'
import { plain } from '../../outbox/plain.ts'

const [NAME_MAX, SUITE_MAX, PERSON_MAX] = [120, 60, 40]

/** 'C12 Pays by card (Payments) · Ada' */
export function failureText({ ref, name, suite, assignee }: NewFailure): string {
  const who = assignee ? ` · ${plain(assignee.name, PERSON_MAX)}` : ''
  return `${plain(ref, PERSON_MAX)} ${plain(name, NAME_MAX)} (${plain(suite, SUITE_MAX)})${who}`
}

export const failureLine = (failure: NewFailure) => `• ${failureText(failure)}`

/** The lines that fit, and how many more there are. */
export function fitLines(lines: string[], more: number, max: number, escape = (line: string) => line): string {
  const kept: string[] = []
  let length = 0
  for (const line of lines.map(escape)) {
    if (length + line.length + 1 > max - '… and 1,000,000 more'.length) break
    kept.push(line)
    length += line.length + 1
  }
  const left = lines.length - kept.length + more
  return [...kept, ...(left > 0 ? [`… and ${formatNumber(left)} more`] : [])].join('\n')
}
