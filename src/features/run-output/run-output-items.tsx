import { Menu } from '@mantine/core'
import { IconDownload, IconPrinter, IconShare } from '@tabler/icons-react'
import { can } from '#shared/permissions.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { basePath } from '#src/lib/base-path.ts'
import { download } from '#src/lib/download.ts'
import { toastError } from '#src/lib/toast.ts'
import { holdKeys } from '#src/ui/held-keys.ts'

const EXPORTS = [
  { format: 'html', label: 'HTML' },
  { format: 'csv', label: 'CSV' },
  { format: 'json', label: 'JSON' },
  { format: 'junit', label: 'JUnit' },
  { format: 'ctrf', label: 'CTRF' },
] as const

type ExportFormat = (typeof EXPORTS)[number]['format']

type Props = { run: TestRunOverview; role: string | null }

export function RunOutputItems({ run, role }: Props) {
  return (
    <>
      {can(role, 'run.share') && (
        <Menu.Item leftSection={<IconShare size={16} aria-hidden />} onClick={() => void share(run)}>
          Share
        </Menu.Item>
      )}
      <Menu.Sub position="left-start">
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={<IconDownload size={16} aria-hidden />}>Export</Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown>
          {EXPORTS.map(({ format, label }) => (
            <Menu.Item key={format} onClick={() => void exportRun(run, format)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Sub.Dropdown>
      </Menu.Sub>
      <Menu.Item
        component="a"
        href={`${basePath}/projects/${run.projectId}/runs/${run.id}/print`}
        target="_blank"
        leftSection={<IconPrinter size={16} aria-hidden />}
      >
        Print
      </Menu.Item>
    </>
  )
}

/** The dialog is loaded with its first use. */
async function share(run: TestRunOverview): Promise<void> {
  const { drop } = holdKeys()
  try {
    const { openShare } = await import('./share-dialog.tsx')
    await openShare(run)
  } catch {
    drop()
    toastError('This part of the page could not be loaded')
  }
}

const exportRun = ({ id, ref }: TestRunOverview, format: ExportFormat) =>
  download({
    path: `/test-runs/${id}/export?format=${format}`,
    name: `${ref}.${format}`,
    failure: 'Failed to export the test run',
  })
