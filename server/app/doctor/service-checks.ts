import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeFolder } from '../../config/data-folder.ts';
import { isLoopback } from '../../config/read-values.ts';
import { toPlainHost } from '../../lib/network/outbound-targets.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import { StorageFailed } from '../../lib/storage-failed.ts';
import { createOutbound } from '../../outside/assistants/guarded-request.ts';
import { resolveHost } from '../../outside/assistants/resolve-host.ts';
import { compareZones } from '../compare-zones.ts';
import { lookInto } from './database-checks.ts';
import { fault, left, ok, warning, type Check, type DoctorParts, type Finding, type LightParts } from './check.ts';

/** No company's: what is tried there meets no file. */
const tried = { companyId: '00000000-0000-0000-0000-000000000000', key: 'storage-is-tried-here0' };
const triedBytes = Buffer.from('tried');
const patienceMs = 5000;

const late = () => sleep(patienceMs, 'late' as const, { ref: false });

async function checkFiles({ config, files }: LightParts): Promise<readonly Finding[]> {
  const trial = tryFile(files).catch((error: Error) => error);
  const outcome = await Promise.race([trial, late()]);
  if (outcome === undefined) {
    const place = config.files.kind === 's3' ? `The bucket ${config.files.bucket}` : 'DATA_DIR/files';
    return [ok(`${place} takes a file, answers with it and deletes it.`)];
  }
  if (outcome instanceof StorageFailed) return [fault(outcome.message)];
  if (outcome === 'late')
    return [fault(new StorageFailed(`the storage gives no answer in ${patienceMs / 1000} s`).message)];
  const { code, name } = outcome as NodeJS.ErrnoException;
  const where = `look at DATA_DIR/files, or at FILES_S3_BUCKET and its address (${code ?? name})`;
  return [fault(new StorageFailed(where).message)];
}

/** A web server may answer each call with a page. @throws StorageFailed where the file does not come back */
async function tryFile(files: DoctorParts['files']): Promise<undefined> {
  await files.put(tried, triedBytes, 'text/plain');
  const found = await files.find(tried);
  await files.delete(tried);
  // Another portal may just have deleted its own.
  if (found === undefined || triedBytes.equals(found.bytes)) return undefined;
  throw new StorageFailed('FILES_S3_ENDPOINT does not answer as an object store: correct its address and port');
}

async function checkMailServer({ config: { mail }, checkMail }: LightParts): Promise<readonly Finding[]> {
  if (checkMail === undefined) return [left('There is no mail server: e-mails are caught in DATA_DIR/mail.')];
  const outcome = await Promise.race([checkMail(), late()]);
  if (outcome === 'late')
    return [fault(`E-mails cannot be sent: the mail server gives no answer in ${patienceMs / 1000} s.`)];
  if (outcome.failure !== undefined) return [fault(`E-mails cannot be sent: ${outcome.failure}.`)];
  const host = URL.parse(mail.smtpUrl ?? '')?.hostname ?? '';
  return outcome.isEncrypted || isLoopback(host)
    ? [ok(`The mail server lets the portal in and takes ${mail.from.address} as sender.`)]
    : [
        warning(
          'E-mails, the codes in them and the password of SMTP_URL go to the mail server unencrypted: set smtps:// and its port for TLS.',
        ),
      ];
}

/** Tried where backups are scheduled: at night it would be too late to learn it. */
async function checkBackupFolder({ config }: LightParts): Promise<readonly Finding[]> {
  const { at, folder } = config.backup;
  if (at === undefined) return [left('No backup is scheduled (BACKUP_AT).')];
  const probe = join(folder, `.tried-${process.pid}`);
  try {
    makeFolders(folder);
    writeFileSync(probe, '');
    rmSync(probe, { force: true });
    return [ok(`${folder} can be written.`)];
  } catch (error) {
    return [fault(`Backups cannot be written: ${describeFolder('BACKUP_FOLDER', folder, error)}`)];
  }
}

/** The issuers of the settings; those of companies are tried on their pages. */
async function checkIssuers({ config }: DoctorParts): Promise<readonly Finding[]> {
  const issuers = [
    { name: 'OIDC_ISSUER', address: config.oidc?.issuer },
    { name: 'OIDC_SIGN_IN_ISSUER', address: config.signInIssuer?.issuer },
  ].flatMap(({ name, address }) => (address === undefined ? [] : [{ name, address }]));
  if (issuers.length === 0) return [left('No issuer is set.')];
  return Promise.all(issuers.map((issuer) => tryIssuer(config, issuer)));
}

const documentPath = '/.well-known/openid-configuration';

async function tryIssuer(
  { outbound, http }: DoctorParts['config'],
  { name, address }: { name: string; address: string },
): Promise<Finding> {
  const client = createOutbound({ ...outbound, ownHost: toPlainHost(new URL(http.publicUrl)), resolveHost });
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const target = await client.vet(address, signal);
    const path = `${target.url.pathname.replace(/\/+$/, '')}${documentPath}`;
    const { status, body } = await client.send(target, { path, isBodyRead: true }, signal);
    if (status !== 200)
      return fault(`${name} answers ${status} at ${documentPath}: write the issuer as its configuration names it.`);
    const document = JSON.parse(body.toString()) as { issuer?: unknown; jwks_uri?: unknown };
    if (document.issuer !== address)
      return fault(
        `${name} calls itself otherwise (${String(document.issuer).slice(0, 200)}): write it letter for letter.`,
      );
    return typeof document.jwks_uri === 'string'
      ? ok(`${name} answers with its configuration.`)
      : fault(`${name} names no keys (jwks_uri): look at the issuer.`);
  } catch (error) {
    return fault(`${name} ${describeCall(error)}`);
  }
}

const calls: Readonly<Record<string, string>> = {
  address:
    'may not be called: its host is not known, is private or not https; a private one goes into OUTBOUND_ALLOWED.',
  reach: 'is not reached: start it, or correct the address.',
  tls: 'has a certificate that is not trusted: name its authority in OUTBOUND_CA_FILE.',
};

function describeCall(error: unknown): string {
  const { step = '' } = error as { step?: string };
  return calls[step] ?? 'does not answer as an OpenID Connect issuer: correct the address.';
}

/** Zones of companies whose clocks the database and the portal change on other days. */
const checkZones = ({ database, clock }: LightParts): Promise<readonly Finding[]> =>
  lookInto({ database }, async (open) => {
    const differences = await compareZones(open, clock.now());
    return [differences === undefined ? ok('The database knows the zones of all companies.') : warning(differences)];
  });

export const serviceChecks: readonly Check[] = [
  { id: 'files', isLight: true, run: checkFiles },
  { id: 'mail', isLight: true, run: checkMailServer },
  { id: 'time zones', isLight: true, run: checkZones },
  { id: 'backup folder', isLight: true, run: checkBackupFolder },
  { id: 'issuer', run: checkIssuers },
];
