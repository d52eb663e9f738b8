import { Box, Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'

const SIZE = 180

type Drawn = { path: string; size: number }

/** Black on white in both themes, because not every camera reads an inverted one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<Drawn | null | undefined>(undefined)
  useEffect(() => {
    let isCurrent = true
    const show = (drawn: Drawn | null) => isCurrent && setCode(drawn)
    // Without the picture the key can be typed.
    void draw(text).then(show, () => show(null))
    return () => {
      isCurrent = false
    }
  }, [text])
  if (code === undefined) return <Skeleton w={SIZE} h={SIZE} />
  if (code === null) return null
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

async function draw(text: string): Promise<Drawn> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { border: 2 })
  return { path: pathOf(data), size }
}

const pathOf = (rows: boolean[][]) =>
  rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
