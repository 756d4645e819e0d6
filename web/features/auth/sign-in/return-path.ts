const storageKey = 'return-path';

/** Resolves a path without going anywhere; nothing is ever sent to it. */
const nowhere = 'http://portal.invalid';

/** Screens that nobody returns to after having signed in. */
const authScreens = /^\/(?:login|sign-up|forgot-password|new-password|verify-account|two-factor)(?:\/|$)/;

const encodingDepth = 3;

/**
 * Makes sure that a path stays on this origin, whatever an address bar, a mail or a script has put in. Anything
 * doubtful becomes '/'.
 */
export function toSafeReturnPath(text: unknown): string {
  if (typeof text !== 'string' || !text.startsWith('/') || !URL.canParse(text, nowhere)) return '/';
  const url = new URL(text, nowhere);
  const isDoubtful = isForeign(text) || isForeign(url.pathname) || url.origin !== nowhere;
  return isDoubtful || authScreens.test(url.pathname) ? '/' : `${url.pathname}${url.search}${url.hash}`;
}

/** Two slashes, a backslash or a control character at any depth of percent-encoding: browsers read them as a host. */
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

/** Keeps where the person wanted to go, across the steps of signing in. */
export function rememberReturnPath(path: string) {
  sessionStorage.setItem(storageKey, path);
}

/** The remembered path, once; '/' without one. */
export function takeReturnPath(): string {
  const path = toSafeReturnPath(sessionStorage.getItem(storageKey));
  sessionStorage.removeItem(storageKey);
  return path;
}
