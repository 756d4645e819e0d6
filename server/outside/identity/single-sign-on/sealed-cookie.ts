import type { SecretBox } from '../../../lib/crypto/secret-box.ts';
import type { Clock } from '../../clock.ts';
import { createCookie } from '../cookies.ts';

const lifeSeconds = 600;
/** For so long the browser keeps it, so that a page that is still open can be answered that its step has expired. */
const keptSeconds = 3600;

interface SealedCookieSettings {
  readonly secretBox: SecretBox;
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly name: string;
  /** Record id for which the content is sealed. */
  readonly purpose: string;
}

export type SealedCookie<T extends object> = ReturnType<typeof createSealedCookie<T>>;

/** A cookie that is valid for ten minutes, and that a browser can neither read nor make. */
export function createSealedCookie<T extends object>(settings: SealedCookieSettings) {
  const { secretBox, clock } = settings;
  const owner = { companyId: '', recordId: settings.purpose };
  const cookie = createCookie(settings);
  /** The content with the milliseconds that are left of it; undefined without a cookie of this portal. */
  const open = (headers: Headers): { content: T; leftMs: number } | undefined => {
    const value = cookie.read(headers);
    if (!value) return undefined;
    try {
      const content = JSON.parse(secretBox.open(Buffer.from(value, 'base64url'), owner)) as T & { untilMs: number };
      return { content, leftMs: content.untilMs - clock.now().getTime() };
    } catch {
      return undefined;
    }
  };
  return {
    write(content: T): string {
      const stored = { ...content, untilMs: clock.now().getTime() + lifeSeconds * 1000 };
      return cookie.write(secretBox.seal(JSON.stringify(stored), owner).toString('base64url'), keptSeconds);
    },
    end: cookie.end,
    /** Undefined without a cookie of this portal that is still valid. */
    read(headers: Headers): T | undefined {
      const { content, leftMs = 0 } = open(headers) ?? {};
      return leftMs > 0 && leftMs <= lifeSeconds * 1000 ? content : undefined;
    },
    /** One that was valid until it expired. */
    readExpired(headers: Headers): T | undefined {
      const { content, leftMs = 1 } = open(headers) ?? {};
      return leftMs <= 0 ? content : undefined;
    },
  };
}
