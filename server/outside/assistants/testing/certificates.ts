import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Certificate {
  /** Both in PEM form; the certificate is signed by itself, and so its own authority. */
  readonly key: string;
  readonly cert: string;
}

const run = promisify(execFile);

const keyOptions = { ec: 'ec -pkeyopt ec_paramgen_curve:prime256v1', rsa: 'rsa:2048' } as const;

/** A fresh certificate for names like `DNS:*.example` and `IP:127.0.0.1`, of two days. */
export async function makeCertificate(
  names: readonly string[],
  keyKind: keyof typeof keyOptions = 'ec',
): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const request = `req -x509 -newkey ${keyOptions[keyKind]} -nodes -days 2 -subj /CN=stand-in`;
    const files = ['-keyout', keyFile, '-out', certFile];
    await run('openssl', [...request.split(' '), ...files, '-addext', `subjectAltName=${names.join(',')}`]);
    return { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 });
  }
}
