export const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https://');

/**
 * The name of a cookie: over https with the prefix by which browsers refuse it from other hosts of the domain and from
 * http. Browsers take no such cookie over http, where the portal runs on a developer's machine.
 */
export function toCookieName(publicUrl: string, name: string): string {
  return isHttps(publicUrl) ? `__Host-${name}` : name;
}

interface CookieSettings {
  /** Origin of the portal. */
  readonly publicUrl: string;
  /** Without the prefix. */
  readonly name: string;
}

/** A cookie of this host that scripts cannot read and other sites do not send with a form. */
export function createCookie({ publicUrl, name: plainName }: CookieSettings) {
  const name = toCookieName(publicUrl, plainName);
  const write = (value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${isHttps(publicUrl) ? '; Secure' : ''}`;
  return {
    /** The `Set-Cookie` value. @param value without characters that have to be encoded */
    write,
    end: () => write('', 0),
    /** The first of this name, as it was sent. */
    read: (headers: Headers): string | undefined =>
      (headers.get('cookie') ?? '')
        .split(';')
        .map((each) => each.trim())
        .find((each) => each.startsWith(`${name}=`))
        ?.slice(name.length + 1),
  };
}
