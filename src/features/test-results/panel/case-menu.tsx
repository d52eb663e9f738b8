import { ActionIcon, Kbd, Menu } from '@mantine/core'
import { IconBandage, IconBandageOff, IconDots, IconLink } from '@tabler/icons-react'
import { useRef } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { keyNames } from '../../keys/key-names.ts'
import { useSingleKeys } from '../../keys/single-keys.ts'
import { useQuarantineAct } from '../../quarantine/use-quarantine-act.tsx'
import { useRunList } from '../list/run-list.tsx'
import { copyCaseLink } from './copy-case-link.ts'

export function CaseMenu({ result }: { result: TestResult }) {
  const { run, role } = useRunList()
  const button = useRef<HTMLButtonElement>(null)
  const areKeysOn = useSingleKeys()
  const quarantine = useQuarantineAct({ projectId: run.projectId, role, testCase: result.testCase })
  const QuarantineIcon = quarantine?.isQuarantined ? IconBandageOff : IconBandage
  const askQuarantine = () => {
    // The dialog gives the focus back to where it was, and the item is gone by then.
    button.current?.focus()
    quarantine?.act()
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={button} aria-label="Case actions" title="Case actions">
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconLink size={16} aria-hidden />}
            rightSection={
              areKeysOn && (
                <Kbd size="xs" aria-hidden>
                  {keyNames('copyLink')[0]}
                </Kbd>
              )
            }
            onClick={() => void copyCaseLink(run, result)}
          >
            Copy link
          </Menu.Item>
          {quarantine && (
            <Menu.Item leftSection={<QuarantineIcon size={16} aria-hidden />} onClick={askQuarantine}>
              {quarantine.label}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {quarantine?.dialog}
    </>
  )
}
