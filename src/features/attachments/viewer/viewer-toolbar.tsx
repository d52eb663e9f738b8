import { Box, Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconTrash } from '@tabler/icons-react'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { formatBytes } from '#src/lib/format.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Time } from '#src/ui/time.tsx'
import { useAttachmentScope } from '../use-attachment-scope.ts'
import { isPicture } from '../file-icon.tsx'
import { useAddress } from '../use-address.ts'
import { useRemoveAttachment } from '../use-remove-attachment.ts'

type Props = {
  item: AttachmentItem
  /** Counts from 0. */
  index: number
  count: number
  isZoomed: boolean
  onZoom: () => void
  onGo: (index: number) => void
}

export function ViewerToolbar({ item, index, count, isZoomed, onZoom, onGo }: Props) {
  const { owner, canWrite } = useAttachmentScope()
  const { address, facts } = useAddress(item.id, { isKept: true })
  const remove = useRemoveAttachment(owner)
  return (
    <Group gap="8px 16px" flex="none" px={16} pb={8}>
      <Group gap={8} wrap="nowrap">
        <IconButton
          isLarge
          label="Previous"
          icon={IconChevronLeft}
          isDisabled={index === 0}
          onClick={() => onGo(index - 1)}
        />
        <span>{`${index + 1} of ${count}`}</span>
        <IconButton
          isLarge
          label="Next"
          icon={IconChevronRight}
          isDisabled={index === count - 1}
          onClick={() => onGo(index + 1)}
        />
      </Group>
      <Box component="span" flex={1} miw={0} c="dimmed">
        {formatBytes(item.size)}
        {facts && (
          <>
            {', attached'}
            {facts.createdBy && (
              <>
                {' by '}
                <bdi>{facts.createdBy.name}</bdi>
              </>
            )}
            , <Time iso={facts.createdAt} as="moment" />
          </>
        )}
      </Box>
      <Group gap={8} wrap="nowrap">
        {isPicture(item) && (
          <Button size="compact-sm" variant="default" aria-pressed={isZoomed} onClick={onZoom}>
            100 %
          </Button>
        )}
        <Button
          component="a"
          href={address}
          download={item.name}
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download
        </Button>
        {canWrite && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void remove(item)}
          >
            Delete
          </Button>
        )}
      </Group>
    </Group>
  )
}
