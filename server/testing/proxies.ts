import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../harness/free-port.ts';
import { makeCertificate } from '../outside/assistants/testing/certificates.ts';

/** Folder and port of a proxy in a test. */
interface Place {
  /** For what the proxy writes. */
  readonly folder: string;
  readonly port: number;
}

interface Proxy {
  readonly program: string;
  /** The file of `deploy/proxies` that an operator takes. */
  readonly file: string;
  readonly scheme: 'http' | 'https';
  /** Texts of the file, and those that a test needs instead; each occurs. */
  readonly changes: (place: Place) => ReadonlyArray<readonly [string, string]>;
  /** The text around the file, e.g. that of Debian's /etc/nginx/nginx.conf. */
  readonly frame: (text: string, place: Place) => string;
  readonly start: (path: string) => readonly string[];
}

const nginxFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** By name; the next proxy is a file of `deploy/proxies` and an entry here. */
export const proxies = {
  nginx: {
    program: 'nginx',
    file: 'nginx.conf',
    scheme: 'https',
    changes: ({ folder, port }) => [
      ['listen 80;', `listen unix:${folder}/plain;`],
      ['listen 443 ', `listen 127.0.0.1:${port} `],
      ['/etc/ssl/portal', `${folder}/portal`],
    ],
    frame: (text, { folder }) =>
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off;
        ${nginxFolders.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
        ${text} }`,
    start: (path) => ['-c', path, '-e', `${path}.log`],
  },
  haproxy: {
    program: 'haproxy',
    file: 'haproxy.cfg',
    scheme: 'http',
    changes: ({ port }) => [['bind :8080', `bind 127.0.0.1:${port}`]],
    frame: (text) => text,
    start: (path) => ['-db', '-f', path],
  },
  caddy: {
    program: 'caddy',
    file: 'Caddyfile',
    scheme: 'http',
    // Without a certificate, which it would ask an authority for.
    changes: ({ port }) => [['portal.example {', `http://127.0.0.1:${port} {`]],
    frame: (text) => `{\nadmin off\n}\n${text}`,
    start: (path) => ['run', '--adapter', 'caddyfile', '--config', path],
  },
} as const satisfies Record<string, Proxy>;

export type ProxyName = keyof typeof proxies;

export interface RunningProxy {
  readonly url: string;
  /** The certificate that it shows, with https. */
  readonly cert: string;
  stop(): Promise<void>;
}

function replaceAll(text: string, changes: ReadonlyArray<readonly [string, string]>): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`Not in the file: ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

/** Runs the file of `deploy/proxies` before two portals; resolves before it listens. */
export async function startProxy(name: ProxyName, [one, two]: readonly [string, string]): Promise<RunningProxy> {
  const { program, file, scheme, changes, frame, start }: Proxy = proxies[name];
  const folder = await mkdtemp(join(tmpdir(), `steward-${name}-`));
  // nginx as root works as another user.
  await chmod(folder, 0o755);
  const place = { folder, port: await findFreePort() };
  const { key, cert } = await makeCertificate(['IP:127.0.0.1']);
  await writeFile(join(folder, 'portal.pem'), cert);
  await writeFile(join(folder, 'portal.key'), key);
  const text = await readFile(join(import.meta.dirname, '../../deploy/proxies', file), 'utf8');
  const portals = [
    ['portal-1:3000', new URL(one).host],
    ['portal-2:3000', new URL(two).host],
  ] as const;
  const path = join(folder, file);
  await writeFile(path, frame(replaceAll(text, [...portals, ...changes(place)]), place));
  // Caddy keeps the configuration and its certificates there.
  const env = { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn(program, start(path), { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  return {
    url: `${scheme}://127.0.0.1:${place.port}`,
    cert,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, maxRetries: 10 });
    },
  };
}
