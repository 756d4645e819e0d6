import path from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { identityAudience } from '#contract/constants.ts';
import type { Config } from './config.ts';
import { clientConfig } from './database/connection.ts';
import { findExternalAccount } from './database/external-identities.ts';
import type { Database } from './database/open-database.ts';
import { createOutboxPage, hasOutbox } from './http/outbox-page.ts';
import type { TokenHolder } from './http/guard.ts';
import { Problem } from './lib/problem.ts';
import type { Clock } from './outside/clock.ts';
import type { FileStore } from './outside/files/files.ts';
import { openLocalFiles } from './outside/files/local-files.ts';
import { openS3Files } from './outside/files/s3-files.ts';
import { createIdentity } from './outside/identity/create-identity.ts';
import type { Identity } from './outside/identity/identity.ts';
import { createTokenVerifier } from './outside/identity/token-verifier.ts';
import type { TokenIssuer } from './outside/identity/token-verifier.ts';
import { normaliseLogo } from './outside/images/normalise-logo.ts';
import { createPgBossJobs } from './outside/jobs/pg-boss-jobs.ts';
import type { Jobs } from './outside/jobs/jobs.ts';
import { createCaughtMail } from './outside/mail/caught-mail.ts';
import { createPortalMails } from './outside/mail/portal-mails.ts';
import { createSendMailHandler } from './outside/mail/send-mail-handler.ts';
import { createSmtpMail } from './outside/mail/smtp-mail.ts';

/** Minutes for which a mailed code can be used. */
const codeMinutes = 10;

interface AdapterOptions {
  readonly config: Config;
  readonly database: Database;
  readonly authSecret: string;
  readonly clock: Clock;
  readonly log: Logger;
}

export type Adapters = Awaited<ReturnType<typeof openAdapters>>;

/** Everything outside the portal as the settings say: identity, mail, jobs, files and pictures. `start` begins the work. */
export async function openAdapters(options: AdapterOptions) {
  const { config, database, clock, log } = options;
  const jobs = createPgBossJobs({ url: database.systemUrl, log });
  const { baseUrl, brand } = { baseUrl: config.http.publicUrl, brand: config.brand };
  const mails = createPortalMails({ jobs, brand: { ...brand, baseUrl }, codeMinutes });
  const identityPool = new pg.Pool({
    ...clientConfig(database.systemUrl, 'steward identity'),
    options: '-c search_path=identity',
    max: 6,
    idleTimeoutMillis: 60_000,
  });
  identityPool.on('error', (error) => log.warn(`An idle database connection was lost: ${error.message}`));
  const identity = createIdentity({
    pool: identityPool,
    secret: options.authSecret,
    publicUrl: config.http.publicUrl,
    audience: identityAudience,
    product: config.brand.product,
    clock,
    mail: mails,
    isAccountAdmitted: (accountId) => isAccountAdmitted(identityPool, accountId),
  });
  const { sender, outbox } = openMail(config, clock);
  return {
    identity,
    verifyToken: createTokenCheck({ config, database, identity, clock }),
    mails,
    files: await openFiles(config),
    normaliseLogo,
    outbox,
    /** Starts the work in the background; after the database is ready. */
    async start(): Promise<void> {
      await jobs.start();
      await jobs.work('mail.send', createSendMailHandler(sender, log));
    },
    async stop(): Promise<void> {
      await jobs.stop();
      await identityPool.end();
    },
    jobs: jobs satisfies Jobs,
  };
}

/** Somebody whose only companies wait for approval is denied (decision 4). */
async function isAccountAdmitted(pool: pg.Pool, accountId: string): Promise<boolean> {
  const { rows } = await pool.query<{ admitted: boolean }>(
    `select exists (
       select from public.users u join public.companies c on c.id = u.company_id
       where u.account_id = $1 and c.status <> 'pending') as admitted`,
    [accountId],
  );
  return rows[0]?.admitted ?? false;
}

function openMail(config: Config, clock: Clock) {
  const { smtpUrl, from } = config.mail;
  if (smtpUrl !== undefined) return { sender: createSmtpMail({ url: smtpUrl, from }), outbox: undefined };
  const caught = createCaughtMail({ folder: path.join(config.dataDir, 'mail'), now: clock.now });
  const page = createOutboxPage({ list: () => caught.list(), product: config.brand.product });
  return { sender: caught, outbox: hasOutbox(config) ? page : undefined };
}

function openFiles({ files }: Config): Promise<FileStore> {
  return files.kind === 's3' ? openS3Files(files) : openLocalFiles(files.folder);
}

interface TokenCheck {
  readonly config: Config;
  readonly database: Database;
  readonly identity: Identity;
  readonly clock: Clock;
}

/** The portal's own tokens, and those of the configured OpenID Connect issuer, as the account they speak for. */
function createTokenCheck({ config, database, identity, clock }: TokenCheck) {
  const own: TokenIssuer = {
    issuer: config.http.publicUrl,
    audience: identityAudience,
    localKeys: () => identity.jwks(),
  };
  const verifier = createTokenVerifier({ issuers: config.oidc ? [own, config.oidc] : [own], clock });
  return async function verifyToken(token: string): Promise<TokenHolder> {
    const verified = await verifier.verify(token);
    if (!verified) throw new Problem('session.required', { detail: 'the token is not sound' });
    if (verified.isOwn) return { accountId: verified.subject, sessionId: verified.sessionId };
    const { issuer, subject, email, emailVerified } = verified;
    const provenEmail = emailVerified ? email?.toLowerCase() : undefined;
    const accountId = await findExternalAccount(database.systemPool, { issuer, subject, provenEmail });
    if (!accountId) throw new Problem('session.required', { detail: 'an unknown person of another issuer' });
    return { accountId, sessionId: undefined };
  };
}
