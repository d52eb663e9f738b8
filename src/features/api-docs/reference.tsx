import 'swagger-ui-dist/swagger-ui.css'
import './reference.css'
import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { basePath } from '#src/lib/base-path.ts'
import { accessToken } from '#src/lib/session.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { PageLoader } from '#src/ui/page-loader.tsx'

const ADDRESS = `${basePath}/api/openapi.json`

/** Every call of the API, to be read and tried out; made from the server's own OpenAPI document. */
export default function Reference() {
  const {
    data: spec,
    isError,
    refetch,
  } = useQuery({ queryKey: ['openapi'], queryFn: readDocument, staleTime: Infinity })
  const place = useRef<HTMLDivElement>(null)
  useDarkMode()
  useEffect(() => {
    if (!spec || !place.current) return
    const ui = SwaggerUI({
      domNode: place.current,
      spec,
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      filter: true,
      deepLinking: false,
      // Tried-out calls are the reader's own.
      onComplete: () => ui.preauthorizeApiKey('token', accessToken() ?? ''),
    })
  }, [spec])
  if (isError) return <ErrorState message="The API reference could not be loaded" onRetry={() => void refetch()} />
  return (
    <>
      {!spec && <PageLoader />}
      <div ref={place} />
    </>
  )
}

async function readDocument(): Promise<Record<string, unknown>> {
  const response = await fetch(ADDRESS)
  if (!response.ok) throw new Error(`${ADDRESS} answered ${response.status}`)
  return (await response.json()) as Record<string, unknown>
}

/** Swagger UI's own dark colours hang on a class of the root element. */
function useDarkMode(): void {
  const scheme = useComputedColorScheme('light')
  useEffect(() => {
    document.documentElement.classList.toggle('dark-mode', scheme === 'dark')
    return () => document.documentElement.classList.remove('dark-mode')
  }, [scheme])
}
