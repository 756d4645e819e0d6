import type { ServerMetadata } from 'openid-client';
import { isWebAddress } from '#contract/web-addresses.ts';

/** An issuer whose document names no address to sign in at. The message is for the log. */
export class DocumentUnsound extends Error {
  override name = 'DocumentUnsound';
}

const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
const optional = ['userinfo_endpoint', 'end_session_endpoint'] as const;

/**
 * The document without optional addresses that cannot be used. Browsers are sent to two of the addresses, so that these are
 * of the web (`javascript:` and `data:` are not), and encrypted where the issuer is.
 * @throws DocumentUnsound
 */
export function checkDocument(document: ServerMetadata, issuer: string): ServerMetadata {
  const protocols = issuer.startsWith('https:') ? (['https'] as const) : (['http', 'https'] as const);
  const isUsable = (value: unknown) => typeof value === 'string' && isWebAddress(value, protocols);
  const wrong = needed.find((name) => document[name] !== undefined && !isUsable(document[name]));
  if (wrong) throw new DocumentUnsound(`${wrong} is no address of the web`);
  const left = optional.filter((name) => !isUsable(document[name]));
  const kept = Object.entries(document).filter(([name]) => !left.some((each) => each === name));
  return Object.fromEntries(kept) as unknown as ServerMetadata;
}
