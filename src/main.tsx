import './lib/trusted-types.ts'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/mantine.css'
import './ui/global.css'
import './ui/forced-colors.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { screenAt } from './early/screens.ts'
import { basePath, openScreen } from './lib/base-path.ts'
import { keepPageOnDrop } from './lib/dragged-files.ts'
import { queryClient } from './lib/query-client.ts'
import { accessToken } from './lib/session.ts'
import { trpc } from './lib/trpc.ts'
import { cacheEarlyAnswers, trpcClient } from './lib/trpc-client.ts'
import { loadPages } from './pages.ts'
import { Routes } from './routes.tsx'
import { cssVariables, theme } from './ui/theme.ts'

/** How long the first render waits for answers that are on their way, in ms: without them, it is made twice. */
const WAIT_MS = 50

keepPageOnDrop()
// The skeleton of the page stays until the screen can be rendered.
const answered = cacheEarlyAnswers()
const { pages } = screenAt(openScreen().path, accessToken() !== null)
// The login page shows its form without an answer.
if (pages.length === 0) render()
else
  void loadPages(pages)
    .then(() => Promise.race([answered, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]))
    .then(render)

function render(): void {
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <Router base={basePath}>
              <Routes />
            </Router>
          </QueryClientProvider>
        </trpc.Provider>
      </MantineProvider>
    </StrictMode>,
  )
}
