/*
 * Browser and operating system by the names in a user agent. Most browsers name others too, for the sake of old pages: the
 * first match counts, so that those with a name of their own stand before those that they imitate.
 */

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const findName = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

const maxLength = 1000;

/** Null where the user agent names nothing that is known. */
export function parseUserAgent(userAgent: string | null): { browser: string | null; system: string | null } {
  const text = (userAgent ?? '').slice(0, maxLength);
  return { browser: findName(browsers, text), system: findName(systems, text) };
}
