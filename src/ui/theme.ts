import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const teal: MantineColorsTuple = [
  '#f0fdfa', '#ccfbf1', '#99f6e4', '#5eead4', '#2dd4bf', '#14b8a6', '#0d9488', '#0f766e', '#115e59', '#134e4a',
]
const gray: MantineColorsTuple = [
  '#f7f8f9', '#eff1f3', '#e4e7ea', '#d7dbe0', '#c3c9d0', '#98a1ab', '#636d78', '#454e58', '#2d343c', '#1a1f25',
]
const dark: MantineColorsTuple = [
  '#d5d9de', '#b6bcc4', '#929aa4', '#6f7883', '#343b43', '#2a3037', '#20252b', '#16191e', '#111418', '#0b0d10',
]

/** One accent, small steps, nothing that shouts: people look at this all day. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 7,
  colors: { teal, gray, dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.35' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  components: {
    // The asterisk would become part of the label's text; what may be left out says so instead.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Text: { defaultProps: { size: 'md' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } },
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } }, styles: { title: { fontWeight: 600 } } },
    // Inside a sentence a link is told by more than its colour.
    Anchor: { defaultProps: { underline: 'always' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Notification: { defaultProps: { withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } } },
  },
})

const redButtons = {
  '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
  '--mantine-color-red-filled-hover': '#b02525',
}

/** Colours that Mantine leaves too faint to be read easily (WCAG AA). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...redButtons,
    '--mantine-color-text': 'var(--mantine-color-gray-9)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-anchor': 'var(--mantine-color-teal-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-green-light-color': '#20692e',
    '--mantine-color-orange-light-color': '#a03a05',
    '--mantine-color-yellow-light-color': '#854700',
    '--mantine-color-red-light-color': '#b32424',
    '--assay-canvas': 'var(--mantine-color-gray-0)',
    '--assay-surface': 'var(--mantine-color-white)',
    '--assay-sunken': 'var(--mantine-color-gray-1)',
    '--assay-line': 'var(--mantine-color-gray-2)',
  },
  dark: {
    ...redButtons,
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-anchor': 'var(--mantine-color-teal-4)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--assay-canvas': 'var(--mantine-color-dark-8)',
    '--assay-surface': 'var(--mantine-color-dark-7)',
    '--assay-sunken': 'var(--mantine-color-dark-6)',
    '--assay-line': 'var(--mantine-color-dark-5)',
  },
})
