import { FocusTrap, Kbd, Switch } from '@mantine/core'
import { Fragment } from 'react'
import { Dialog } from '#src/ui/dialog.tsx'
import { actNames, type Act, entryOf, KEY_GROUPS } from './key-map.ts'
import { keyNames } from './key-names.ts'
import classes from './shortcuts-dialog.module.css'
import { switchSingleKeys, useSingleKeys } from './single-keys.ts'

type Props = { isOpen: boolean; onClose: () => void }

/** The list of keys, and the switch that stops the single ones. */
export default function ShortcutsDialog({ isOpen, onClose }: Props) {
  const areOn = useSingleKeys()
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size={760}>
      {/* Space would press a button that has the focus at first. */}
      <FocusTrap.InitialFocus />
      <Switch
        label="Single-key shortcuts"
        description="Off: only ?, arrows, Enter, Esc and Ctrl combinations act. Kept in this browser."
        checked={areOn}
        onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
      />
      <div className={classes.groups}>
        {KEY_GROUPS.map((group) => (
          <section key={group} className={classes.group} aria-label={group}>
            <h3 className={classes.title}>{group}</h3>
            <dl className={classes.keys}>
              {actNames()
                .filter((act) => entryOf(act).group === group)
                .map((act) => (
                  <KeyLine key={act} act={act} />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function KeyLine({ act }: { act: Act }) {
  return (
    <div className={classes.line}>
      <dt>{entryOf(act).title}</dt>
      <dd className={classes.names}>
        {keyNames(act).map((name, index) => (
          <Fragment key={name}>
            {index > 0 && ' '}
            <Kbd size="xs">{name}</Kbd>
          </Fragment>
        ))}
      </dd>
    </div>
  )
}
