import { Box, Button, Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { formatBytes } from '#src/lib/format.ts'
import { useAddress } from '../use-address.ts'
import classes from './attachment-viewer.module.css'
import { readStart } from './read-start.ts'
import { NoPreview } from './no-preview.tsx'

/** The most that a page shows without becoming slow. */
const SHOWN_BYTES = 200_000

export function ViewerText({ item }: { item: AttachmentItem }) {
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
