import type { SecretBox } from '../../../lib/crypto/secret-box.ts';
import type { Clock } from '../../clock.ts';
import { isHttps, toCookieName } from '../cookie-names.ts';
import type { SignInFlow } from './single-sign-on.ts';

const lifeSeconds = 600;
const owner = { companyId: '', recordId: 'single sign-on' };

interface StoredFlow extends SignInFlow {
  readonly untilMs: number;
}

/**
 * The cookie of a sign-in that has begun. It is sealed, so that the browser reads neither nonce nor verifier, and it binds
 * the answer of the issuer to this browser, so that a stranger's answer opens no session.
 */
export function createFlowCookie(settings: { secretBox: SecretBox; publicUrl: string; clock: Clock }) {
  const { secretBox, publicUrl, clock } = settings;
  const name = toCookieName(publicUrl, 'portal.single_sign_on');
  const write = (value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${isHttps(publicUrl) ? '; Secure' : ''}`;
  return {
    write(flow: SignInFlow): string {
      const stored: StoredFlow = { ...flow, untilMs: clock.now().getTime() + lifeSeconds * 1000 };
      return write(secretBox.seal(JSON.stringify(stored), owner).toString('base64url'), lifeSeconds);
    },
    end: () => write('', 0),
    /** Undefined without a cookie of this portal that is still valid. */
    read(headers: Headers): SignInFlow | undefined {
      const value = (headers.get('cookie') ?? '')
        .split(';')
        .map((each) => each.trim())
        .find((each) => each.startsWith(`${name}=`))
        ?.slice(name.length + 1);
      if (!value) return undefined;
      try {
        const stored = JSON.parse(secretBox.open(Buffer.from(value, 'base64url'), owner)) as StoredFlow;
        const nowMs = clock.now().getTime();
        return nowMs < stored.untilMs && stored.untilMs - nowMs <= lifeSeconds * 1000 ? stored : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
