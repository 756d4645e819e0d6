import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorSchemeManager } from './color-scheme.ts';
import { resolveCssVariables, theme } from './theme.ts';

/** Colours, type and fields for everything inside. `nonce` lets the generated style tag pass the content policy. */
export function AppTheme({ nonce, children }: { nonce: string; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveCssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  );
}
