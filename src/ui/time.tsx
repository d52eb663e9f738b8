import { formatDate, formatDateTime, formatDayTime, formatRelative, formatToSecond } from '#src/lib/format.ts'

type Props = {
  iso: string
  /** 'relative' shows the age, with the exact time as a tooltip. */
  as?: 'date' | 'moment' | 'second' | 'relative' | 'short'
}

const FORMATS = {
  date: formatDate,
  moment: formatDateTime,
  second: formatToSecond,
  short: (iso: string) => formatDayTime(iso),
  relative: (iso: string) => formatRelative(iso),
}

export function Time({ iso, as = 'date' }: Props) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {FORMATS[as](iso)}
    </time>
  )
}
