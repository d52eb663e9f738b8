import { STATUS_COLORS } from '#shared/status-colors.ts'
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const colors = {
  teal: tuple('f0fdfa ccfbf1 99f6e4 5eead4 2dd4bf 14b8a6 0d9488 0f766e 115e59 134e4a'),
  gray: tuple('f7f8f9 eff1f3 e4e7ea d7dbe0 c3c9d0 98a1ab 636d78 454e58 2d343c 1a1f25'),
  dark: tuple('d5d9de b6bcc4 929aa4 6f7883 343b43 2a3037 20252b 16191e 111418 0b0d10'),
  red: tuple('fef2f2 fee2e2 fecaca fca5a5 f87171 ef4444 dc2626 b91c1c 991b1b 7f1d1d'),
  orange: tuple('fff7ed ffedd5 fed7aa fdba74 fb923c f97316 ea580c c2410c 9a3412 7c2d12'),
  yellow: tuple('fefce8 fef9c3 fef08a fde047 facc15 eab308 ca8a04 a16207 854d0e 713f12'),
  blue: tuple('eff6ff dbeafe bfdbfe 93c5fd 60a5fa 3b82f6 2563eb 1d4ed8 1e40af 1e3a8a'),
}

function tuple(hexes: string): MantineColorsTuple {
  return hexes.split(' ').map((hex) => `#${hex}`) as unknown as MantineColorsTuple
}

/** Without motion if the user prefers reduced motion: see global.css. */
const MOTION_MS = 120

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 7,
  colors,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '0.6875rem', sm: '0.75rem', md: '0.8125rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.454545455', sm: '1.5', md: '1.538461538', lg: '1.5', xl: '1.4' },
  // 4, 8, 12, 16 and 24 px.
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  radius: { xs: '4px', sm: '4px', md: '4px', lg: '4px', xl: '4px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.538461538' },
    },
  },
  components: {
    // The asterisk would become part of the accessible name. Optional fields say so in their placeholder.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Text: { defaultProps: { size: 'md' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500, flex: 'none' } },
    Modal: {
      styles: { title: { fontSize: '1rem', fontWeight: 600 } },
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: { duration: MOTION_MS },
      },
    },
    Checkbox: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    // The first item takes the focus: an act is one Enter away.
    Menu: {
      defaultProps: { shadow: 'md', transitionProps: { duration: MOTION_MS }, withInitialFocusPlaceholder: false },
    },
    // Colour alone does not identify a link inside a sentence.
    Anchor: { defaultProps: { underline: 'always' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true, transitionProps: { duration: MOTION_MS } } },
    // The smallest size whose track is 24 px high.
    Switch: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
})

const HUES = ['teal', 'red', 'orange', 'yellow', 'blue', 'gray']

/** One variable per hue, named as in Mantine. */
function ofEachHue(name: string, value: (hue: string) => string): Record<string, string> {
  return Object.fromEntries(HUES.map((hue) => [`--mantine-color-${hue}-${name}`, value(`--mantine-color-${hue}`)]))
}

/** `--status-passed` and `--status-passed-text`, and so on. */
function ofEachStatus(scheme: 'light' | 'dark'): Record<string, string> {
  const variables = Object.entries(STATUS_COLORS[scheme]).flatMap(([status, colors]) => {
    const [mark = '', text = ''] = colors.split(' ')
    return [
      [`--status-${status}`, mark],
      [`--status-${status}-text`, text],
    ]
  })
  return Object.fromEntries(variables)
}

/** Replaces Mantine colours whose contrast is below WCAG AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...ofEachStatus('light'),
    ...ofEachHue('light', (hue) => `color-mix(in srgb, var(${hue}-1) 70%, white)`),
    ...ofEachHue('light-color', (hue) => `var(${hue}-8)`),
    '--mantine-color-text': 'var(--mantine-color-gray-9)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-anchor': 'var(--mantine-color-teal-7)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--assay-canvas': 'var(--mantine-color-gray-0)',
    '--assay-surface': 'var(--mantine-color-white)',
    '--assay-sunken': 'var(--mantine-color-gray-1)',
    '--assay-line': 'var(--mantine-color-gray-3)',
  },
  dark: {
    ...ofEachStatus('dark'),
    ...ofEachHue('light', (hue) => `color-mix(in srgb, var(${hue}-5) 16%, transparent)`),
    ...ofEachHue('light-color', (hue) => `var(${hue}-3)`),
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-anchor': 'var(--mantine-color-teal-4)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-success': 'var(--mantine-color-teal-4)',
    '--assay-canvas': 'var(--mantine-color-dark-8)',
    '--assay-surface': 'var(--mantine-color-dark-7)',
    '--assay-sunken': 'var(--mantine-color-dark-6)',
    '--assay-line': 'var(--mantine-color-dark-4)',
  },
})
