import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tls from 'node:tls';
import type { SMTPServerOptions } from 'smtp-server';
import { readConfig } from '../../../config/config.ts';
import { openAsItIs } from '../../../database/open-for-command.ts';
import { openDatabase } from '../../../database/open-database.ts';
import { startNetworkServer } from '../../../database/testing/network-server.ts';
import { runAsOwner } from '../../../database/testing/test-server.ts';
import { createDoctorProof } from '../../../lib/crypto/doctor-proof.ts';
import { makeCertificate } from '../../../outside/assistants/testing/certificates.ts';
import { systemClock } from '../../../outside/clock.ts';
import { openFiles } from '../../../outside/files/open-files.ts';
import { s3Credentials, startS3 } from '../../../outside/files/testing/s3-server.ts';
import { installJobs } from '../../../outside/jobs/jobs.repository.ts';
import { startSmtpServer, type SmtpAnswer } from '../../../outside/mail/testing/smtp-server.ts';
import { openMail } from '../../open-mail.ts';
import type { DoctorParts } from '../check.ts';
import { checks } from '../run-checks.ts';
import { openStandIns } from './stand-ins.ts';

/** Settings of an issuer of whom nothing is the example's. */
export const ownIssuer = {
  PROVIDER_NAME: 'Acme Ltd',
  PROVIDER_ADDRESS: 'Domkloster 4, 50667 Köln, Germany',
  PROVIDER_VAT_NUMBER: 'DE136695976',
  PROVIDER_IBAN: 'DE89370400440532013000',
  SUPPORT_PHONE: '+49 221 1234567',
};

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
export const secrets = { key: '9f5837ad7d1c5a0e9b3f48d2a6e4c0b1', olderKeys: [] };
const doctorProof = createDoctorProof(secrets.key);

export type Planted = { env?: Record<string, string> } & Partial<Omit<DoctorParts, 'database' | 'config'>>;

export type DoctorWorld = Awaited<ReturnType<typeof startDoctorWorld>>;

/** Real servers of all that the doctor reaches, and ways to plant a fault in each. */
export async function startDoctorWorld() {
  const standIns = openStandIns();
  const usualAuthorities = tls.getCACertificates('default');
  const closing: Array<() => unknown> = [];
  const folder = await mkdtemp(join(tmpdir(), 'steward-faults-'));
  const [server, objects, mail, portal] = await Promise.all([
    // With room for one portal, and none for others.
    startNetworkServer({ settings: { max_connections: 52 } }),
    startS3(join(folder, 'objects')),
    startSmtpServer(),
    standIns.servePortal(doctorProof),
  ]);
  const urlOf = (login: string, rest = '/portal') => `postgresql://${login}@${server.host}${rest}`;
  const [own, other, unknown, ofDatabase] = await Promise.all([
    makeCertificate(['IP:127.0.0.1']),
    makeCertificate(['DNS:other.example']),
    makeCertificate(['IP:127.0.0.1']),
    makeCertificate([`IP:${server.host}`]),
  ]);
  const certificates = { own, other, unknown, database: ofDatabase };
  tls.setDefaultCACertificates([...usualAuthorities, own.cert, other.cert]);
  for (const statement of [
    `create role owner login createdb createrole password 'x'; create role modest login password 'x'`,
    `create role stranger login createdb createrole password 'x'; create role mighty login superuser password 'x'`,
    `create role reader login password 'x'`,
    'create database portal owner owner',
    'create database modest owner modest',
    `create database latin owner owner encoding 'SQL_ASCII' locale 'C' template template0`,
    'create database moved owner owner',
    'alter database moved set default_transaction_read_only = on',
  ])
    await runAsOwner(server.adminUrl, statement);
  const first = readConfig({ DATABASE_URL: urlOf('owner:x'), DATA_DIR: join(folder, 'data') });
  const portalDatabase = await openDatabase(first, { secrets, log, installations: [installJobs] });
  await portalDatabase.ready;
  await portalDatabase.close();
  /** Parts as the command opens them, for settings that are complete but for what is planted. */
  async function open({ env = {}, ...planted }: Planted) {
    const config = readConfig({ DATABASE_URL: urlOf('owner:x'), DATA_DIR: join(folder, 'data'), PORT: '1', ...env });
    const database = await openAsItIs(config, { secrets: planted.secrets ?? secrets, log });
    const parts: DoctorParts = {
      config,
      secrets,
      clock: systemClock,
      database,
      files: await openFiles(config),
      checkMail: openMail(config, systemClock).checkMail,
      doctorProof,
      readFree: async () => 1e12,
      isPortal: false,
      ...planted,
    };
    return { parts, close: () => database?.close() };
  }

  /** Lines of one check that are not ok. */
  async function examine(id: string, planted: Planted): Promise<string[]> {
    const { parts, close } = await open(planted);
    try {
      const found = (await checks.find((check) => check.id === id)?.run(parts)) ?? [];
      return found.filter(({ level }) => level === 'fault' || level === 'warning').map(({ text }) => text);
    } finally {
      await close();
    }
  }

  const s3 = () => ({
    FILES_S3_BUCKET: 'portal',
    FILES_S3_ENDPOINT: objects.endpoint,
    FILES_S3_ACCESS_KEY_ID: s3Credentials.accessKeyId,
    FILES_S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
  });

  /** An object store that answers every call with one error. */
  async function serveS3Error(status: number, code: string) {
    const endpoint = await standIns.serve((incoming, outgoing) => {
      incoming.resume();
      outgoing.writeHead(status, { 'content-type': 'application/xml' });
      outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
    });
    return { env: { ...s3(), FILES_S3_ENDPOINT: endpoint } };
  }

  async function serveIssuer(status: number, makeDocument: (address: string) => object) {
    let address = '';
    address = await standIns.serve((_, outgoing) => {
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(makeDocument(address)));
    });
    return { env: { OIDC_ISSUER: address, OIDC_AUDIENCE: 'portal', OUTBOUND_ALLOWED: new URL(address).host } };
  }

  async function writeCertificate(cert: string) {
    const path = join(folder, 'authority.pem');
    await writeFile(path, cert);
    return path;
  }

  async function withBackup(values: string, planted: Planted = {}): Promise<Planted> {
    const url = new URL(server.adminUrl);
    url.pathname = '/portal';
    await runAsOwner(url.href, 'delete from backups');
    if (values !== '')
      await runAsOwner(
        url.href,
        `insert into backups (id, started_at, finished_at, file, bytes, is_verified, error) values (gen_random_uuid(), ${values})`,
      );
    return planted;
  }

  const behind = async (faults: Parameters<typeof standIns.serveProxy>[1], TRUST_PROXY = '1') => ({
    env: { PUBLIC_URL: await standIns.serveProxy(portal, faults), TRUST_PROXY },
  });
  const serveTls = async (name: keyof typeof certificates) => ({
    env: { PUBLIC_URL: await standIns.serve((_, outgoing) => outgoing.end(), certificates[name]) },
  });

  const startMail = async (answer: SmtpAnswer, options: SMTPServerOptions = {}) => {
    const started = await startSmtpServer(answer, options);
    closing.push(started.close);
    return started.url;
  };
  const close = async () => {
    for (const end of closing) await end();
    tls.setDefaultCACertificates(usualAuthorities);
    await standIns.close();
    await mail.close();
    objects.close();
    await server.stop();
    await rm(folder, { recursive: true, maxRetries: 10 });
  };
  return {
    server,
    objects,
    mail,
    portal,
    standIns,
    certificates,
    folder,
    urlOf,
    open,
    examine,
    s3,
    serveS3Error,
    serveIssuer,
    writeCertificate,
    withBackup,
    behind,
    serveTls,
    startMail,
    close,
  };
}
