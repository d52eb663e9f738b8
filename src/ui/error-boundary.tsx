import { Button, Container } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

type Props = { children: ReactNode; path: string }

/** Keeps a screen that broke, or whose code could not be loaded, from leaving a blank page; another path is tried anew. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate(before: Props) {
    if (before.path !== this.props.path && this.state.hasFailed) this.setState({ hasFailed: false })
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
