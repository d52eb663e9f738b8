import { Button, Menu } from '@mantine/core'
import { IconTransfer } from '@tabler/icons-react'
import { type CaseFileAct, caseFileActs } from './case-file-acts.ts'

/** Cases as files: imports, their list, and exports. */
export function ImportMenu({ projectId, role }: { projectId: string; role: string | null }) {
  const { imports, exports } = caseFileActs(projectId, role)
  return (
    <div>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            className="icon-on-phone"
            variant="default"
            flex="none"
            leftSection={<IconTransfer size={16} aria-hidden />}
          >
            Import and Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {imports.map(itemOf)}
          <Menu.Divider />
          {exports.map(itemOf)}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

const itemOf = ({ label, icon: IconPart, run }: CaseFileAct) => (
  <Menu.Item key={label} leftSection={<IconPart size={16} aria-hidden />} onClick={run}>
    {label}
  </Menu.Item>
)
