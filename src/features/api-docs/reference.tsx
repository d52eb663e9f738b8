import 'swagger-ui-dist/swagger-ui.css'
import './reference.css'
import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { basePath } from '#src/lib/base-path.ts'
import { sessionFetch } from '#src/lib/session-rule.ts'
import { accessToken } from '#src/lib/session.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { PageLoader } from '#src/ui/page-loader.tsx'

const DOCUMENT_URL = `${basePath}/api/openapi.json`

export default function Reference() {
  const {
    data: spec,
    isError,
    refetch,
  } = useQuery({ queryKey: ['openapi'], queryFn: readDocument, staleTime: Infinity })
  const root = useRef<HTMLDivElement>(null)
  useDarkMode()
  useEffect(() => {
    if (!spec || !root.current) return
    const ui = SwaggerUI({
      domNode: root.current,
      spec,
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      filter: true,
      deepLinking: false,
      // Calls from the reference use the session of the signed-in user.
      onComplete: () => ui.preauthorizeApiKey('token', accessToken() ?? ''),
    })
  }, [spec])
  if (isError) return <ErrorState message="The API reference could not be loaded" onRetry={() => void refetch()} />
  return (
    <>
      {!spec && <PageLoader />}
      <div ref={root} />
    </>
  )
}

async function readDocument(): Promise<Record<string, unknown>> {
  const response = await sessionFetch(DOCUMENT_URL)
  if (!response.ok) throw new Error(`${DOCUMENT_URL} returned status ${response.status}`)
  return (await response.json()) as Record<string, unknown>
}

/** Swagger UI shows dark colours when the root element has this class. */
function useDarkMode(): void {
  const scheme = useComputedColorScheme('light')
  useEffect(() => {
    document.documentElement.classList.toggle('dark-mode', scheme === 'dark')
    return () => document.documentElement.classList.remove('dark-mode')
  }, [scheme])
}
