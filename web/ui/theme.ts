import { Alert, Anchor, Button, type CSSVariablesResolver, createTheme, Input, type MantineColorsTuple } from '@mantine/core'

function tuple(name: string): MantineColorsTuple {
  const step = (weight: number) => `var(--${name}-${weight})`
  return [step(50), step(100), step(200), step(300), step(400), step(500), step(600), step(700), step(800), step(900)]
}

/**
 * Mantine in the colours and sizes of tokens.css, which stays the only file that names a raw colour. Its parts get classes of ours, which
 * mantine.css styles. `vars` has only what never changes: an inline variable would win over the states and tones of the style sheet.
 */
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
    Button: Button.extend({
      defaultProps: { size: 'sm', variant: 'default' },
      classNames: { root: 'ui-button', inner: 'ui-button__inner', section: 'ui-button__section', label: 'ui-button__label' },
    }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' }, classNames: { root: 'ui-anchor' } }),
    Input: Input.extend({ classNames: { input: 'ui-input' } }),
    InputWrapper: Input.Wrapper.extend({
      // Help for filling in a field is where its error will be.
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      classNames: { root: 'ui-field', label: 'ui-field__label', description: 'ui-field__description', error: 'ui-field__error' },
    }),
    Alert: Alert.extend({
      defaultProps: { radius: 'sm' },
      classNames: { root: 'alert', wrapper: 'alert__wrapper', icon: 'alert__icon', message: 'alert__message' },
    }),
    // The others are only named, so that each is loaded when it is used.
    Badge: {
      classNames: { root: 'tag' },
      vars: () => ({
        root: { '--badge-height': 'auto', '--badge-radius': 'var(--r-xs)', '--badge-bd': '0', '--badge-padding-x': '0.4rem' },
      }),
    },
    InputClearButton: { classNames: { root: 'ui-clear' } },
    Kbd: { classNames: { root: 'ui-kbd' } },
    Menu: { classNames: { dropdown: 'ui-menu__dropdown', item: 'ui-menu__item' } },
    Modal: {
      classNames: { content: 'ui-modal__content', header: 'ui-modal__header', title: 'ui-modal__title', close: 'ui-modal__close' },
    },
    Notification: {
      classNames: { body: 'toast__body', description: 'toast__description', closeButton: 'toast__close' },
    },
    PasswordInput: { classNames: { innerInput: 'ui-password__input', visibilityToggle: 'ui-password__toggle' } },
    Select: {
      // The list itself scrolls: the keys would not reach a scrolling frame around it. Its place is fixed. Otherwise the page scrolls to
      // the active option before the list is in place, and a field that leaves the view hides its list.
      defaultProps: { withScrollArea: false, comboboxProps: { floatingStrategy: 'fixed' } },
      classNames: { dropdown: 'ui-select__dropdown', options: 'ui-select__options' },
    },
    Skeleton: { classNames: { root: 'ui-skeleton' } },
    Switch: {
      classNames: {
        root: 'ui-switch',
        input: 'ui-switch__input',
        track: 'ui-switch__track',
        label: 'ui-switch__label',
        description: 'ui-switch__description',
      },
    },
    Tabs: { classNames: { list: 'ui-tabs__list', tab: 'ui-tabs__tab' } },
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

/** Both themes use the same names, because the tokens switch automatically. */
export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: roles, dark: roles })
