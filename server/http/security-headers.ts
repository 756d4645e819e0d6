/** Headers of every answer. */
const generalHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // The page and files have policies of their own.
  'content-security-policy': "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

export function setGeneralHeaders(headers: Headers, isHttps: boolean): void {
  for (const [name, value] of Object.entries(generalHeaders)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  if (isHttps) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
}

interface PagePolicy {
  readonly nonce: string;
  /** Hashes of the inline scripts, such as `'sha256-…'`. */
  readonly scriptHashes: readonly string[];
  readonly connectOrigins: readonly string[];
}

/**
 * The content security policy of the page: scripts from the portal and those of the page by their hash, style elements
 * by nonce, pictures and videos of conversations from any https address, files of the portal as blobs.
 */
export function getPageSecurityPolicy({ nonce, scriptHashes, connectOrigins }: PagePolicy): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' https: blob:",
    `connect-src ${["'self'", ...connectOrigins].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
