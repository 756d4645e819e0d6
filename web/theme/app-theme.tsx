import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
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

/** Same key as web/color-scheme.js, which reads it before the first paint. */
const storageKey = 'color-scheme';

/** Remembers light, dark or auto (the system's) in this browser and follows other tabs. */
const colorSchemeManager = localStorageColorSchemeManager({ key: storageKey });
