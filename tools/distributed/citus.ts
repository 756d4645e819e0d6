import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const version = '13.2.2';
const repository = 'https://github.com/citusdata/citus';

const ask = (option: string) =>
  execFileSync(process.env['PG_CONFIG'] ?? 'pg_config', [option], { encoding: 'utf8' }).trim();

/**
 * The folder of the PostgreSQL programs whose server has the extension; it is built where it is missing.
 * @throws Error with what is missing on this machine
 */
export function findCitus(): string {
  let programs: string;
  try {
    programs = ask('--bindir');
  } catch {
    throw new Error(
      'No pg_config: install PostgreSQL 15 to 17 with its headers (Debian: postgresql-server-dev-15), or set PG_CONFIG.',
    );
  }
  const library = join(ask('--pkglibdir'), 'citus.so');
  if (existsSync(library)) console.log(`Citus is found: ${library}`);
  else buildCitus();
  return programs;
}

function buildCitus() {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'steward');
  const folder = process.env['CITUS_SOURCE'] ?? join(cache, `citus-${version}`);
  mkdirSync(cache, { recursive: true });
  if (!existsSync(folder))
    run('git', ['clone', '--quiet', '--depth', '1', '--branch', `v${version}`, repository, folder], cache);
  console.log(`Citus ${version} is built in ${folder} (some minutes).`);
  renameOwnFunction(join(folder, 'src/include/pg_version_compat.h'));
  run('./configure', ['--quiet', `PG_CONFIG=${process.env['PG_CONFIG'] ?? 'pg_config'}`], folder);
  run('make', ['-s', '-j2', 'with_llvm=no'], folder);
  run('make', ['-s', 'install', 'with_llvm=no'], folder);
}

/** PostgreSQL 15.20 has a function of this name itself. The macro of newer servers keeps the name that it calls. */
function renameOwnFunction(header: string) {
  const text = readFileSync(header, 'utf8');
  const definition = 'static inline bool\nhave_createdb_privilege(void)';
  if (!text.includes(definition)) return;
  const renamed = text.replace(definition, 'static inline bool\ncitus_have_createdb_privilege(void)');
  writeFileSync(header, renamed);
}

function run(program: string, args: readonly string[], folder: string) {
  const { status, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status === 0) return;
  const reason = error?.message ?? stderr.trim().split('\n').slice(-5).join('\n');
  throw new Error(
    `Citus cannot be built here, and no test was run: ${program} failed.\n${reason}\nIt needs its source (the folder CITUS_SOURCE, or ${repository}), the headers of PostgreSQL, curl, zstd, lz4, PAM, Kerberos and SELinux, and the right to install into PostgreSQL's folders.`,
  );
}
