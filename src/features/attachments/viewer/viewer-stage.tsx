import { Box, Button, Center, Loader, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { formatBytes } from '#src/lib/format.ts'
import { FileIcon, isPicture } from '../file-icon.tsx'
import { Picture } from '../picture.tsx'
import { useAddress } from '../use-address.ts'
import classes from './attachment-viewer.module.css'

export function ViewerStage({ item, isZoomed }: { item: AttachmentItem; isZoomed: boolean }) {
  if (item.type === 'text/plain') return <ViewerText item={item} />
  if (!isPicture(item)) return <NoPreview item={item}>No preview</NoPreview>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it
    <div className={classes.stage} data-zoomed={isZoomed || undefined} data-autofocus tabIndex={0}>
      <Picture
        item={item}
        alt={item.name}
        className={classes.picture}
        placeholder={<Loader aria-label="Loading" />}
        broken={<NoPreview item={item}>The picture could not be shown</NoPreview>}
      />
    </div>
  )
}

/** The most that a page shows without becoming slow. */
const SHOWN_BYTES = 200_000

function ViewerText({ item }: { item: AttachmentItem }) {
  const { address, isError } = useAddress(item.id)
  const text = useQuery({
    queryKey: ['attachment text', item.id],
    queryFn: ({ signal }) => readStart(address ?? '', SHOWN_BYTES, signal),
    enabled: address !== undefined,
    // Attachments never change.
    staleTime: Infinity,
    gcTime: 60_000,
  })
  if (text.isError || isError)
    return (
      <NoPreview item={item}>
        The text could not be read{' '}
        <Button size="compact-sm" variant="default" onClick={() => void text.refetch()}>
          Retry
        </Button>
      </NoPreview>
    )
  if (text.data === undefined)
    return (
      <Center flex={1}>
        <Loader aria-label="Loading" />
      </Center>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it
    <div className={classes.text} data-autofocus tabIndex={0} role="region" aria-label={`Text of ${item.name}`}>
      {item.size > SHOWN_BYTES && (
        <Box mb={8} c="dimmed">
          The first {formatBytes(SHOWN_BYTES)} are shown. Download for the rest.
        </Box>
      )}
      <Box component="pre" className="mono breakable" m={0} fz="xs" style={{ whiteSpace: 'pre-wrap' }} dir="auto">
        {text.data}
      </Box>
    </div>
  )
}

/** Reads the start of a UTF-8 text and cancels the rest. A truncated character is left out. */
async function readStart(address: string, bytes: number, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { signal })
  if (!response.ok || !response.body) throw new Error(`Status ${response.status}`)
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let left = bytes; left > 0;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value.subarray(0, left), { stream: true })
    left -= value.length
  }
  await reader.cancel()
  return text
}

function NoPreview({ item, children }: { item: AttachmentItem; children: ReactNode }) {
  return (
    <Stack flex={1} gap={0} align="center" justify="center" c="dimmed">
      <FileIcon type={item.type} size={64} />
      <p>{children}</p>
    </Stack>
  )
}
