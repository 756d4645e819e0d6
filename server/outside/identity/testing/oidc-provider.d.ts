/** Types that tests and journeys use of the package, which comes without types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Client: { prototype: { redirectUriAllowed(uri: string): boolean } };
    callback(): RequestListener;
  }
}
