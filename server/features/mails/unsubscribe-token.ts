import { uuidPart } from '#contract/uuid.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mailKinds } from '#contract/mails/mail-kinds.ts';
import type { MailKind } from '#contract/mails/mail-kinds.ts';

/** Who wants no more of which kind of mail. */
export interface Unsubscription {
  readonly companyId: string;
  readonly userId: string;
  readonly kind: MailKind;
}

export interface UnsubscribeTokens {
  write(unsubscription: Unsubscription): string;
  /** Undefined for whatever this portal has not written. */
  read(token: string): Unsubscription | undefined;
}

const pattern = new RegExp(`^(${uuidPart})\\.(${uuidPart})\\.([a-zA-Z]{1,20})\\.([\\w-]{43})$`);

/**
 * Signed, and good for as long as the secret is: a mail may be read years later. Whoever has one can stop one kind of
 * mail for one person and nothing else.
 */
export function createUnsubscribeTokens(secretsKey: string): UnsubscribeTokens {
  const key = createHmac('sha256', secretsKey).update('unsubscribe from mails').digest();
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    write({ companyId, userId, kind }) {
      const text = `${companyId}.${userId}.${kind}`;
      return `${text}.${sign(text).toString('base64url')}`;
    },
    read(token) {
      const [, companyId = '', userId = '', name = '', signature = ''] = pattern.exec(token) ?? [];
      const kind = mailKinds.find((known) => known === name);
      const expected = sign(`${companyId}.${userId}.${name}`);
      const given = Buffer.from(signature, 'base64url');
      if (!kind || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return { companyId, userId, kind };
    },
  };
}
