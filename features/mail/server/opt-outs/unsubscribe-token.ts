import { uuidPart } from '#contract/uuid.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mailKinds, type MailKind } from '#features/mail/contract/mail-kinds.ts';

declare module '../../../../server/portal/portal.ts' {
  interface Portal {
    readonly unsubscribeTokens: UnsubscribeTokens;
  }
}

/** The user and what a token stops: a kind of mail, or a report. */
export interface Unsubscription {
  readonly companyId: string;
  readonly userId: string;
  readonly kind: MailKind | ReportName;
}

/** A report by its id. */
export type ReportName = `report-${string}`;

const reportPrefix = 'report-';
export const isReportName = (kind: string): kind is ReportName => kind.startsWith(reportPrefix);
export const toReportId = (name: ReportName): string => name.slice(reportPrefix.length);

export interface UnsubscribeTokens {
  write(unsubscription: Unsubscription): string;
  /** Undefined for a token without a valid signature. */
  read(token: string): Unsubscription | undefined;
}

const pattern = new RegExp(
  `^(${uuidPart})\\.(${uuidPart})\\.([a-zA-Z]{1,20}|${reportPrefix}${uuidPart})\\.([\\w-]{43})$`,
);

/** Signed tokens without an expiry, because a mail may be read years later. A token stops one kind of mail, or one report, of one user. */
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
      const kind = isReportName(name) ? name : mailKinds.find((known) => known === name);
      const expected = sign(`${companyId}.${userId}.${name}`);
      const given = Buffer.from(signature, 'base64url');
      if (!kind || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return { companyId, userId, kind };
    },
  };
}
