import { Button, Container } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

/** Keeps a screen that broke, or whose code could not be loaded, from leaving a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Container size="xs" py="xl">
        <ErrorState message="This page could not be shown">
          <Button size="xs" variant="default" onClick={() => location.reload()}>
            Reload
          </Button>
        </ErrorState>
      </Container>
    )
  }
}
