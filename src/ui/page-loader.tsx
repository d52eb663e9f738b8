import { Center, Loader, VisuallyHidden } from '@mantine/core'

export function PageLoader() {
  return (
    <Center mih="60vh" aria-busy>
      <VisuallyHidden>Loading</VisuallyHidden>
      <Loader size="sm" type="dots" aria-hidden />
    </Center>
  )
}
