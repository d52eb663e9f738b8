import { formatDate, formatDateTime, formatRelative, formatToSecond } from '#src/lib/format.ts'

type Props = {
  iso: string
  /** 'relative' shows how long ago, and the exact time as a tooltip. */
  as?: 'date' | 'moment' | 'second' | 'relative'
}

const FORMATS = {
  date: formatDate,
  moment: formatDateTime,
  second: formatToSecond,
  relative: (iso: string) => formatRelative(iso),
}

export function Time({ iso, as = 'date' }: Props) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {FORMATS[as](iso)}
    </time>
  )
}
