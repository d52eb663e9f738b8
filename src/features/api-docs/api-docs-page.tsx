import { Tabs, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { PageLoader } from '#src/ui/page-loader.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'
import { Guide } from './guide.tsx'

// Swagger UI is larger than the rest of the app, so it loads only when opened.
const Reference = lazy(() => import('./reference.tsx'))

export default function ApiDocsPage() {
  usePageTitle('API Documentation')
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'reference' ? 'reference' : 'guide'
  const open = (tab: string | null) => setParams(tab === 'reference' ? { tab } : {})
  return (
    <>
      <Title order={1} mb="sm">
        API Documentation
      </Title>
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="guide">Guide</Tabs.Tab>
          <Tabs.Tab value="reference">Interactive Reference</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="guide">
          <Guide />
        </Tabs.Panel>
        <Tabs.Panel value="reference">
          <Suspense fallback={<PageLoader />}>
            <Reference />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
