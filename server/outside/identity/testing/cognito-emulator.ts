import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../../harness/free-port.ts';

/** A user pool of the emulator, with an app client that has a secret. */
export interface EmulatedPool {
  readonly userPoolId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface PoolUser {
  readonly email: string;
  readonly password: string;
  readonly isTemporary?: boolean;
}

/** cognito-local, an emulator of AWS Cognito, as a process of its own. */
export interface CognitoEmulator {
  readonly endpoint: string;
  readonly pools: readonly [EmulatedPool, EmulatedPool];
  /** An operation as AWS's own tools call it. */
  call(operation: string, body: object): Promise<Record<string, unknown>>;
  makeUser(pool: EmulatedPool, user: PoolUser): Promise<void>;
  stop(): Promise<void>;
}

/** The value of every code that the emulator would send. */
export const emulatedCode = '123456';

const program = join(
  import.meta.dirname,
  '../../../../tools/cognito-local/node_modules/cognito-local/lib/bin/start.js',
);

const makePool = (name: string): EmulatedPool => ({
  userPoolId: `eu-central-1_${name}`,
  clientId: `client${name.toLowerCase()}`,
  clientSecret: `secret-of-${name}`,
});

export async function startCognitoEmulator(): Promise<CognitoEmulator> {
  if (!existsSync(program)) throw new Error('cognito-local is missing: run `npm ci --prefix tools/cognito-local`.');
  const pools = [makePool('TestPool1'), makePool('TestPool2')] as const;
  const port = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), 'steward-cognito-'));
  await writePools(join(folder, '.cognito', 'db'), pools);
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      CODE: emulatedCode,
      AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([
    waitForOutput(child.stdout, 'running on'),
    ended.then(() => Promise.reject(new Error('cognito-local did not start'))),
  ]);
  const endpoint = `http://127.0.0.1:${port}`;
  const call = createCall(endpoint);
  return {
    endpoint,
    pools,
    call,
    makeUser: (pool, user) => makePoolUser(call, pool, user),
    async stop() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, maxRetries: 10 });
    },
  };
}

/** Operations of an emulator that runs. */
export function createCall(endpoint: string): CognitoEmulator['call'] {
  return async (operation, body) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    };
    const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${operation} failed: ${JSON.stringify(answer)}`);
    return answer;
  };
}

/** A user of a pool with a lasting password, or with a temporary one. */
export async function makePoolUser(
  call: CognitoEmulator['call'],
  { userPoolId: UserPoolId }: EmulatedPool,
  { email, password, isTemporary = false }: PoolUser,
): Promise<void> {
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  const user = { UserPoolId, Username: email };
  await call('AdminCreateUser', { ...user, TemporaryPassword: password, MessageAction: 'SUPPRESS', UserAttributes });
  if (!isTemporary) await call('AdminSetUserPassword', { ...user, Password: password, Permanent: true });
}

/** The emulator makes IDs of its own, which name no region, unless it finds its pools in the data folder. */
async function writePools(folder: string, pools: readonly EmulatedPool[]) {
  await mkdir(folder, { recursive: true });
  for (const { userPoolId: Id } of pools) {
    const Options = {
      Id,
      UsernameAttributes: ['email'],
      AutoVerifiedAttributes: ['email'],
      MfaConfiguration: 'OPTIONAL',
    };
    await writeFile(join(folder, `${Id}.json`), JSON.stringify({ Users: {}, Options }));
  }
  const clients = pools.map(({ clientId, clientSecret, userPoolId }) => {
    const client = { ClientId: clientId, ClientSecret: clientSecret, ClientName: 'portal', UserPoolId: userPoolId };
    return [
      clientId,
      { ...client, TokenValidityUnits: { AccessToken: 'hours', IdToken: 'hours', RefreshToken: 'days' } },
    ];
  });
  await writeFile(join(folder, 'clients.json'), JSON.stringify({ Clients: Object.fromEntries(clients) as object }));
}

async function waitForOutput(output: NodeJS.ReadableStream, words: string): Promise<void> {
  let text = '';
  await new Promise<void>((resolve) => {
    output.on('data', (chunk) => {
      text = `${text}${String(chunk)}`.slice(-10_000);
      if (text.includes(words)) resolve();
    });
  });
}
