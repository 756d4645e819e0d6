import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/**
 * The accent in ten steps. Filled buttons take step 8 in the light scheme (7.6:1 with white) and step 4 with ink in the
 * dark one.
 */
const spruce: MantineColorsTuple = [
  '#eef5f1',
  '#dcebe4',
  '#b7d8cc',
  '#8fcbb9',
  '#6cc3ae',
  '#3f9f8a',
  '#24806f',
  '#196b5d',
  '#12594e',
  '#0c463d',
];

/** Warm greys of the light surfaces; the green-black ones replace the dark greys of Mantine. */
const gray: MantineColorsTuple = [
  '#faf8f4',
  '#f2efe8',
  '#e9e4da',
  '#e4dfd4',
  '#cdc6b8',
  '#aaa497',
  '#908a7d',
  '#626a65',
  '#454e49',
  '#1a211e',
];

const dark: MantineColorsTuple = [
  '#eceee9',
  '#bcc5be',
  '#94a099',
  '#66756c',
  '#384740',
  '#243029',
  '#161e1b',
  '#0f1513',
  '#0b100e',
  '#080c0a',
];

const red: MantineColorsTuple = [
  '#f9eae6',
  '#f6d9d3',
  '#f3b9b0',
  '#f39c90',
  '#f39c90',
  '#d9564a',
  '#c63f33',
  '#b8342a',
  '#ab2a20',
  '#8c2018',
];

const fontFamily = "'Geist', 'Geist Fallback', system-ui, sans-serif";

export const theme = createTheme({
  primaryColor: 'spruce',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  colors: { spruce, gray, dark, red },
  white: '#fffefb',
  black: '#1a211e',
  fontFamily,
  headings: { fontFamily, fontWeight: '560' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.9375rem', lg: '1.125rem', xl: '1.5rem' },
  radius: { sm: '4px', md: '7px', lg: '8px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Set although it is the default, because the selectors of fields.css need the attribute.
  components: {
    Button: { defaultProps: { variant: 'filled' } },
    // The arrow of a choice is decoration; its role says the same.
    NativeSelect: { defaultProps: { rightSectionProps: { 'aria-hidden': true } } },
  },
});

/** The variables of Mantine refer to the tokens, so that each colour is defined once. */
export const resolveCssVariables: CSSVariablesResolver = () => {
  const scheme = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-faint)',
    '--mantine-color-placeholder': 'var(--ink-faint)',
    '--mantine-color-error': 'var(--red)',
    '--mantine-color-red-light-color': 'var(--red)',
    '--mantine-color-red-light-hover': 'var(--red-soft)',
    '--mantine-color-spruce-light-color': 'var(--accent)',
    '--mantine-color-spruce-light-hover': 'var(--accent-soft)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-default': 'var(--raised)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--rule-strong)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--ink-faint)',
    '--mantine-color-disabled-border': 'var(--rule)',
  };
  return { variables: {}, light: scheme, dark: scheme };
};
