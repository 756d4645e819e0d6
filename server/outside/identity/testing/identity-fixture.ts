import { randomUUID } from 'node:crypto';
import pino from 'pino';
import type { Pool } from 'pg';
import { toIdentityDatabase } from '../../../access/identity-database.ts';
import { createAuditChain } from '../../../database/audit-chain/audit-chain.ts';
import { createSql } from '../../../database/connection/run-statements.ts';
import { recordAccountChange } from '../../../access/account-changes.ts';
import type { Clock } from '../../clock.ts';
import type { Sql } from '../../../sql/sql.ts';
import type { IdentityDatabase } from '../context.ts';
import { hashPassword } from '../accounts/password-hashing.ts';
import { provisionAccounts } from '../accounts/provisioned-accounts.repository.ts';
import { createIdentity } from '../create-identity.ts';
import type {
  Answer,
  Caller,
  CodePurpose,
  Identity,
  SecurityMailKind,
  SignInStep,
  SignUpOutcome,
} from '../identity.ts';

export const password = 'Correct-Horse-7';
const passwordHash = hashPassword(password);

export type SentMail = { email: string; purpose?: CodePurpose; code?: string; kind?: SecurityMailKind };

/** A browser: keeps the cookies of every answer and sends them with the next call. */
export class Browser {
  #cookies = new Map<string, string>();
  ip: string;

  constructor(ip = '203.0.113.7') {
    this.ip = ip;
  }

  get caller(): Caller {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { headers: new Headers(cookie === '' ? {} : { cookie }), ip: this.ip, requestId: 'test' };
  }

  keep<T extends { cookies: string[] } | object>(answer: T): T {
    for (const line of 'cookies' in answer ? answer.cookies : []) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split(/=(.*)/s, 2);
      if (value === '' || /max-age=0/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }

  get cookieNames(): string[] {
    return [...this.#cookies.keys()];
  }
}

export type IdentityFixture = {
  identity: Identity;
  sql: Sql;
  inTransaction: IdentityDatabase['inTransaction'];
  /** Everything that would have been mailed, oldest first. */
  mails: SentMail[];
  clock: Clock & { advance(seconds: number): void };
  /** Accounts the portal does not let in. */
  deniedAccounts: Set<string>;
  newEmail(): string;
  lastCode(email: string, purpose: CodePurpose): string;
  /** Prepares and makes a sign-up, as the portal does. */
  signUp(caller: Caller, email: string, chosenPassword?: string): Promise<Answer<SignUpOutcome>>;
  /** A proven account with `password`. */
  signUpProven(email?: string): Promise<{ accountId: string; email: string }>;
  signIn(browser: Browser, email: string, withPassword?: string): Promise<Answer<SignInStep>>;
};

export const testSecretsKey = 'a-key-of-the-tests-with-many-characters-0123456789';

/** The real adapter on a real database, with mails caught in a list and a clock that starts now and moves by hand. */
export function createIdentityFixture(
  pool: Pool,
  options: { publicUrl?: string; authSecret?: string; secretsKey?: string; olderKeys?: string[] } = {},
): IdentityFixture {
  const mails: SentMail[] = [];
  const deniedAccounts = new Set<string>();
  let now = Date.now();
  const clock = {
    now: () => new Date(now),
    advance: (seconds: number) => {
      now += seconds * 1000;
    },
  };
  const secrets = { key: testSecretsKey, olderKeys: [] };
  const database = toIdentityDatabase(pool, createAuditChain(createSql(pool), secrets));
  const { sql, inTransaction } = database;
  const identity = createIdentity({
    database,
    authSecret: options.authSecret ?? 'a-secret-of-the-tests-with-many-characters-0123456789',
    secretsKey: options.secretsKey ?? testSecretsKey,
    olderKeys: options.olderKeys ?? [],
    publicUrl: options.publicUrl ?? 'http://portal.test',
    audience: 'portal',
    product: 'Portal',
    clock,
    mail: {
      sendCode: async (_tx, mail) => {
        mails.push(mail);
      },
      sendSecurityMail: async (_tx, mail) => {
        mails.push(mail);
      },
    },
    recordChange: recordAccountChange,
    log: pino({ level: 'silent' }),
    isAccountAdmitted: async (accountId) => !deniedAccounts.has(accountId),
    isAccountUndecided: async () => false,
    isPasswordClosed: async () => false,
    isOfOneCompany: async () => false,
    listBreakGlassWatchers: async () => [],
    evenAnswerMs: 40,
  });
  const newEmail = () => `person-${randomUUID()}@example.test`;
  const lastCode = (email: string, purpose: CodePurpose) => {
    const mail = mails.findLast((sent) => sent.email === email && sent.purpose === purpose);
    if (!mail?.code) throw new Error(`No ${purpose} code was mailed to ${email}.`);
    return mail.code;
  };
  const signUp = async (caller: Caller, email: string, chosenPassword = password) => {
    const answer = await identity.prepareSignUp(caller, {
      email,
      password: chosenPassword,
      name: 'Ann Person',
      company: 'Test',
    });
    if (!answer.ok) return answer;
    const outcome = await inTransaction((tx) => identity.signUp(tx, answer.prepared));
    return { ok: true as const, ...outcome };
  };
  const signUpProven = async (email = newEmail()) => {
    const ids = await provisionAccounts(sql, [{ email, name: 'Ann Person' }], await passwordHash, clock.now());
    return { accountId: ids.get(email) ?? '', email };
  };
  const signIn = async (browser: Browser, email: string, withPassword = password) =>
    browser.keep(await identity.signIn(browser.caller, { email, password: withPassword }));
  return {
    identity,
    sql,
    inTransaction,
    mails,
    clock,
    deniedAccounts,
    newEmail,
    lastCode,
    signUp,
    signUpProven,
    signIn,
  };
}
