import { parseArgs } from 'node:util';
import { existsSync } from 'node:fs';
import { fromRoot } from '../setup/paths.mjs';
import { readPublicKey, ReleaseRefused, verifySums } from './sums.ts';

/** The public key of those who release, which they put here; never one of the folder that is verified. */
const ownKey = fromRoot('deploy', 'release-key.pem');

const usage = `npm run release:verify -- FOLDER [--key public.pem]
Compares the files of a release with their sums, and the sums with the signature of the releaser. The key is that of
deploy/release-key.pem unless --key names another.
`;

async function verify(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  const [folder, ...others] = positionals;
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  if (folder === undefined || others.length > 0) throw new ReleaseRefused(`Name one folder.\n${usage}`);
  if (values.key === undefined && !existsSync(ownKey)) {
    throw new ReleaseRefused(`There is no ${ownKey}: name the releaser's public key by --key.`);
  }
  const names = await verifySums(folder, await readPublicKey(values.key ?? ownKey));
  process.stdout.write(`${names.map((name) => `ok  ${name}\n`).join('')}The signature holds.\n`);
}

try {
  await verify();
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
