import type { SecretBox } from '../../../../lib/crypto/secret-box.ts';
import type { Clock } from '../../../clock.ts';
import type { SamlClaims } from '../single-sign-on.ts';

const lifeMs = 60_000;

interface StoredAnswer {
  readonly claims: SamlClaims;
  readonly untilMs: number;
}

/**
 * A verified answer on its way from the address of answers to the page, in the address of the browser. The post of another
 * site carries no cookies, so that only the page can show that this browser has begun. Sealed for its company.
 */
export function createSamlCodes(secretBox: SecretBox, clock: Clock) {
  const toOwner = (companyId: string) => ({ companyId, recordId: 'saml answer' });
  return {
    seal(companyId: string, claims: SamlClaims): string {
      const stored: StoredAnswer = { claims, untilMs: clock.now().getTime() + lifeMs };
      return secretBox.seal(JSON.stringify(stored), toOwner(companyId)).toString('base64url');
    },
    /** Undefined for a code that is none, of another company, or older than a minute. */
    open(companyId: string, code: string): SamlClaims | undefined {
      try {
        const opened = secretBox.open(Buffer.from(code, 'base64url'), toOwner(companyId));
        const { claims, untilMs } = JSON.parse(opened) as StoredAnswer;
        const leftMs = untilMs - clock.now().getTime();
        return leftMs > 0 && leftMs <= lifeMs ? claims : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
