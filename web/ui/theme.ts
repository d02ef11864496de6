import { Alert, Anchor, Button, type CSSVariablesResolver, createTheme, Input, type MantineColorsTuple } from '@mantine/core'

const tuple = (name: string): MantineColorsTuple =>
  [50, 100, 200, 300, 400, 500, 600, 700, 800, 900].map((step) => `var(--${name}-${step})`) as unknown as MantineColorsTuple

/** Mantine in the colours and measures of tokens.css, which stays the one file that names a raw colour. */
export const theme = createTheme({
  primaryColor: 'cart',
  // cart-600 and cart-500: white on both is AA.
  primaryShade: { light: 6, dark: 5 },
  colors: { cart: tuple('cart'), carpet: tuple('carpet'), gold: tuple('gold') },
  fontFamily: 'var(--font-sans)',
  headings: { fontFamily: 'var(--font-sans)', fontWeight: '680' },
  fontSizes: { xs: '.75rem', sm: '.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  spacing: { xs: '.5rem', sm: '.75rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  defaultRadius: 'sm',
  shadows: { sm: 'var(--shadow-1)', md: 'var(--shadow-2)', lg: 'var(--shadow-3)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm', variant: 'default' } }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    // What helps to fill in a field stands where its error will.
    InputWrapper: Input.Wrapper.extend({ defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } }),
    Alert: Alert.extend({ defaultProps: { radius: 'sm' } }),
  },
})

const roles = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunk)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-placeholder': 'var(--faint)',
  '--mantine-color-error': 'var(--danger-text)',
  '--mantine-color-anchor': 'var(--action-text)',
  '--mantine-primary-color-filled': 'var(--action)',
  '--mantine-primary-color-filled-hover': 'var(--action-hover)',
}

/** Mantine's own roles, answered by ours; the same names in both themes because the tokens switch by themselves. */
export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: roles, dark: roles })
