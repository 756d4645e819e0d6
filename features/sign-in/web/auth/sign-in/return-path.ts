import { tabStorage } from '#web/lib/tab-storage.ts';

const storageKey = 'return-path';

/** A base for resolving paths; no request is sent to it. */
const baseUrl = 'http://portal.invalid';

/** Pages that are no return path. */
const authPages = /^\/(?:login|sign-up|forgot-password|new-password|verify-account|two-factor|single-sign-on)(?:\/|$)/;

const encodingDepth = 3;

/**
 * A return path on this origin. The text may come from an address bar, a mail or a script, so a doubtful one becomes
 * '/'.
 */
export function toSafeReturnPath(text: unknown): string {
  if (typeof text !== 'string' || !text.startsWith('/') || !URL.canParse(text, baseUrl)) return '/';
  const url = new URL(text, baseUrl);
  const isDoubtful = isForeign(text) || isForeign(url.pathname) || url.origin !== baseUrl;
  return isDoubtful || authPages.test(url.pathname) ? '/' : `${url.pathname}${url.search}${url.hash}`;
}

/** Whether browsers may read a host: two slashes, a backslash or a control character, at any depth of encoding. */
function isForeign(path: string): boolean {
  let decoded = path.split(/[?#]/, 1)[0] ?? '';
  for (let depth = 0; depth <= encodingDepth; depth += 1) {
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    if (/^\/\/|\\|[\u0000-\u001f\u007f]/.test(decoded)) return true;
    decoded = decodeOnce(decoded);
  }
  return false;
}

function decodeOnce(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Keeps the requested path across the steps of a sign-in. */
export function rememberReturnPath(path: string) {
  tabStorage.setItem(storageKey, path);
}

/** Returns and removes the remembered path; '/' without one. */
export function takeReturnPath(): string {
  const path = toSafeReturnPath(tabStorage.getItem(storageKey));
  tabStorage.removeItem(storageKey);
  return path;
}
