import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a release that say its others: as `sha256sum --check` reads them, and signed with Ed25519 as OpenSSL does. */
export const sumsFile = 'SHA256SUMS';
export const signatureFile = 'SHA256SUMS.sig';

/** A release is not what its releaser made, or a key is none. The message is printed alone. */
export class ReleaseRefused extends Error {}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function listSummed(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new ReleaseRefused(`There is no folder ${folder}.`);
  });
  return entries
    .map(({ name }) => name)
    .filter((name) => name !== sumsFile && name !== signatureFile)
    .toSorted();
}

/** Writes the sums of all files of a folder, and signs them where a key is given. */
export async function writeSums(folder: string, key: KeyObject | undefined): Promise<void> {
  const lines: string[] = [];
  for (const name of await listSummed(folder)) lines.push(`${await hashFile(join(folder, name))}  ${name}\n`);
  const sums = Buffer.from(lines.join(''));
  await writeFile(join(folder, sumsFile), sums);
  if (key) await writeFile(join(folder, signatureFile), sign(null, sums, key));
}

/**
 * Compares the files of a folder with its sums, and the sums with their signature.
 * @returns the names of the files
 * @throws ReleaseRefused naming the first thing that is wrong, the signature first
 */
export async function verifySums(folder: string, key: KeyObject): Promise<string[]> {
  const names = await listSummed(folder);
  const sums = await read(folder, sumsFile, 'the sums of its files');
  const signature = await read(folder, signatureFile, 'a signature');
  if (!verify(null, sums, key, signature)) {
    throw new ReleaseRefused(
      `${signatureFile} does not sign ${sumsFile} with this key: it was changed, or signed by another key.`,
    );
  }
  const expected = new Map(
    sums
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  );
  for (const name of expected.keys()) if (!names.includes(name)) throw new ReleaseRefused(`${name} is missing.`);
  for (const name of names) {
    const sum = expected.get(name);
    if (sum === undefined) throw new ReleaseRefused(`${name} is no file of this release: take it away.`);
    if ((await hashFile(join(folder, name))) !== sum) throw new ReleaseRefused(`${name} was changed: its sum differs.`);
  }
  return names;
}

const read = (folder: string, name: string, what: string) =>
  readFile(join(folder, name)).catch(() => {
    throw new ReleaseRefused(`${folder} has no ${name}: it lacks ${what}.`);
  });

/** Reads a key of the releaser, as `openssl genpkey -algorithm ed25519` writes it. */
export const readPrivateKey = (path: string): Promise<KeyObject> => readKey(path, createPrivateKey, 'private');

/** Reads the key that a release is verified with. */
export const readPublicKey = (path: string): Promise<KeyObject> => readKey(path, createPublicKey, 'public');

async function readKey(path: string, create: (pem: Buffer) => KeyObject, kind: string): Promise<KeyObject> {
  const pem = await readFile(path).catch(() => {
    throw new ReleaseRefused(`There is no ${kind} key ${path}.`);
  });
  let key: KeyObject | undefined;
  try {
    key = create(pem);
  } catch {
    // Said below.
  }
  if (key?.asymmetricKeyType !== 'ed25519') throw new ReleaseRefused(`${path} is no ${kind} key of Ed25519 (PEM).`);
  return key;
}
