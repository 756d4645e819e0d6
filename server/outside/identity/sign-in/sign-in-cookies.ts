import { createHmac } from 'node:crypto';
import { createCookie } from '../cookies.ts';
import { isSameText } from '../secrets.ts';

/** Both go by the system's clock, as the cookies do in the browser. */
export const sessionSeconds = 7 * 86_400;
export const challengeSeconds = 600;

interface SecretSettings {
  readonly publicUrl: string;
  /** At least 32 random characters. */
  readonly secret: string;
}

export type SignInCookies = ReturnType<typeof createSignInCookies>;

/** The cookies of a session, and of a sign-in that waits for its second factor. */
export const createSignInCookies = (settings: SecretSettings) => ({
  session: createSignedCookie({ ...settings, name: 'portal.session_token', lifeSeconds: sessionSeconds }),
  challenge: createSignedCookie({ ...settings, name: 'portal.two_factor', lifeSeconds: challengeSeconds }),
});

/** A cookie with a random value and its HMAC, `value.signature`, so that no guess at a value reaches the database. */
function createSignedCookie({
  secret,
  lifeSeconds,
  ...settings
}: SecretSettings & { readonly name: string; readonly lifeSeconds: number }) {
  const cookie = createCookie(settings);
  const toSignature = (value: string) => createHmac('sha256', secret).update(value).digest('base64');
  return {
    write: (value: string) => cookie.write(encodeURIComponent(`${value}.${toSignature(value)}`), lifeSeconds),
    end: cookie.end,
    /** Undefined without a value of this portal. */
    read(headers: Headers): string | undefined {
      const signed = decode(cookie.read(headers) ?? '');
      const end = signed.lastIndexOf('.');
      const value = signed.slice(0, Math.max(end, 0));
      return value !== '' && isSameText(signed.slice(end + 1), toSignature(value)) ? value : undefined;
    },
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
