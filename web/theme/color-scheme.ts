import { localStorageColorSchemeManager } from '@mantine/core';

/** Same key as web/public/color-scheme.js, which reads it before the first paint. */
const storageKey = 'color-scheme';

/** Remembers light, dark or auto (the system's) in this browser and follows other tabs. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: storageKey });
