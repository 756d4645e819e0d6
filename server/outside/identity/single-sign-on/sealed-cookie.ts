import type { SecretBox } from '../../../lib/crypto/secret-box.ts';
import type { Clock } from '../../clock.ts';
import { isHttps, toCookieName } from '../cookie-names.ts';

const lifeSeconds = 600;

interface SealedCookieSettings {
  readonly secretBox: SecretBox;
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly name: string;
  /** What it is sealed for. */
  readonly purpose: string;
}

export type SealedCookie<T extends object> = ReturnType<typeof createSealedCookie<T>>;

/** A cookie of ten minutes that a browser can neither read nor make. */
export function createSealedCookie<T extends object>(settings: SealedCookieSettings) {
  const { secretBox, publicUrl, clock } = settings;
  const owner = { companyId: '', recordId: settings.purpose };
  const name = toCookieName(publicUrl, settings.name);
  const write = (value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${isHttps(publicUrl) ? '; Secure' : ''}`;
  return {
    write(content: T): string {
      const stored = { ...content, untilMs: clock.now().getTime() + lifeSeconds * 1000 };
      return write(secretBox.seal(JSON.stringify(stored), owner).toString('base64url'), lifeSeconds);
    },
    end: () => write('', 0),
    /** Undefined without a cookie of this portal that is still valid. */
    read(headers: Headers): T | undefined {
      const value = (headers.get('cookie') ?? '')
        .split(';')
        .map((each) => each.trim())
        .find((each) => each.startsWith(`${name}=`))
        ?.slice(name.length + 1);
      if (!value) return undefined;
      try {
        const stored = JSON.parse(secretBox.open(Buffer.from(value, 'base64url'), owner)) as T & { untilMs: number };
        const nowMs = clock.now().getTime();
        return nowMs < stored.untilMs && stored.untilMs - nowMs <= lifeSeconds * 1000 ? stored : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
