import { Button, Container } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

type Props = { children: ReactNode; path: string }
type State = { path: string; hasFailed: boolean }

/** Shows an error in place of a screen, or a tab, that throws or whose code fails to load. Resets on another path. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { path: this.props.path, hasFailed: false }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { path, hasFailed: false }
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
