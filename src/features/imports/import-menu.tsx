import { Button, Menu } from '@mantine/core'
import { IconFileDownload, IconFileImport, IconHistory, IconTransfer } from '@tabler/icons-react'
import { can } from '#shared/permissions.ts'
import { CASE_EXPORTS, exportCases } from './export-cases.ts'
import { openImport, openImportList } from './import-request.ts'

/** Cases as files: imports, their list, and exports. */
export function ImportMenu({ projectId, role }: { projectId: string; role: string | null }) {
  return (
    <div>
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
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
          {can(role, 'case.write') && (
            <Menu.Item leftSection={<IconFileImport size={16} aria-hidden />} onClick={openImport}>
              Import cases…
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={openImportList}>
            Recent imports
          </Menu.Item>
          <Menu.Divider />
          {CASE_EXPORTS.map(([format, label, extension]) => (
            <Menu.Item
              key={format}
              leftSection={<IconFileDownload size={16} aria-hidden />}
              onClick={() => void exportCases(projectId, format, extension)}
            >
              Export as {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
