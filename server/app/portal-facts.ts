import type { Config } from '../config/config.ts';
import { historyKeyName } from '../lib/request/intake-caller.ts';

/** Settings that the portal's HTTP side needs. */
export const toPortalFacts = ({ http, version, demo }: Config) => ({
  isHttps: http.publicUrl.startsWith('https:'),
  trustProxy: http.trustProxy,
  version: version.version,
  ownKeyName: demo ? historyKeyName : undefined,
});
