import { Box, Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'

const SIZE = 180

/** Black on white in both themes, because not every camera reads an inverted one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<{ path: string; size: number } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { border: 2 })
      if (isCurrent) setCode({ path: pathOf(data), size })
    })
    return () => {
      isCurrent = false
    }
  }, [text])
  if (!code) return <Skeleton w={SIZE} h={SIZE} />
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      bg="white"
      width={SIZE}
      height={SIZE}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
    >
      <path d={code.path} fill="black" />
    </Box>
  )
}

const pathOf = (rows: boolean[][]) =>
  rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
