import { Box, FocusTrap, Group, Kbd } from '@mantine/core'
import { Fragment } from 'react'
import { DescribedSwitch } from '#src/ui/described-switch.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { actNames, type Act, entryOf, KEY_GROUPS } from './key-map.ts'
import { keyCaps } from './key-names.ts'
import classes from './shortcuts-dialog.module.css'
import { switchSingleKeys, useSingleKeys } from './single-keys.ts'

type Props = { isOpen: boolean; onClose: () => void }

export default function ShortcutsDialog({ isOpen, onClose }: Props) {
  const areOn = useSingleKeys()
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size={760}>
      {/* Space would press an initially focused button. */}
      <FocusTrap.InitialFocus />
      <DescribedSwitch
        label="Single-key shortcuts"
        description="Off: no letter, digit or sign acts but ?, and no ⌫. Kept in this browser."
        checked={areOn}
        onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
      />
      <div className={classes.groups}>
        {KEY_GROUPS.map((group) => (
          <section key={group} className={classes.group} aria-label={group}>
            <Box component="h3" mt={0} mx={0} mb={4} fz="sm" c="dimmed">
              {group}
            </Box>
            <Box component="dl" m={0}>
              {actNames()
                .filter((act) => entryOf(act).group === group)
                .map((act) => (
                  <KeyLine key={act} act={act} />
                ))}
            </Box>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function KeyLine({ act }: { act: Act }) {
  return (
    <Group gap={12} wrap="nowrap" align="baseline" justify="space-between" py={2} px={0}>
      <dt>{entryOf(act).title}</dt>
      <dd className={classes.names}>
        {keyCaps(act).map((name, index) => (
          <Fragment key={name}>
            {index > 0 && ' '}
            <Kbd size="xs">{name}</Kbd>
          </Fragment>
        ))}
      </dd>
    </Group>
  )
}
