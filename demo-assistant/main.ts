import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { companyCasts } from './company-cast.ts';
import { createIntakeClient, IntakeRefused, PortalUnreachable } from './intake-client.ts';
import { fetchDemoKey } from './portal-key.ts';
import { runAssistant } from './run-assistant.ts';
import { uploadPictures } from './upload-pictures.ts';
import { toCommandLine } from '#server/lib/command-line.ts';

const usage = `Usage: ${toCommandLine('demo:assistant', '[--url http://127.0.0.1:3000] [--key stwk_…] [--rate 12] [--count 100]')}
Reports conversations through the intake, as a real assistant does, until Ctrl-C.
  --url    the portal; default: PUBLIC_URL, else 127.0.0.1 with PORT, of .env and the environment
  --key    an intake key; default: a key that the demo's SuperAdmin of Acme creates
  --rate   conversations that begin in a minute, up to 6000
  --count  number of conversations
`;

/** An invalid command line or setting. */
class UsageError extends Error {}

/** After Ctrl-C, how long to wait for a busy portal to accept the last statuses. */
const farewellLimitMs = 5000;

function parseArguments() {
  try {
    const options = {
      url: { type: 'string' },
      key: { type: 'string' },
      rate: { type: 'string', default: '12' },
      count: { type: 'string' },
      help: { type: 'boolean', default: false },
    } as const;
    const { url, key, rate, count, help } = parseArgs({ options }).values;
    const perMinute = Number(rate);
    if (!(perMinute > 0 && perMinute <= 6000)) throw new UsageError('--rate is a number up to 6000.');
    if (count !== undefined && !/^[1-9]\d{0,8}$/.test(count))
      throw new UsageError('--count is a whole number from 1 up.');
    if (url !== undefined && !/^https?:\/\/[^/]+\/*$/.test(url))
      throw new UsageError('--url is like http://127.0.0.1:3000.');
    return {
      url: url?.replace(/\/+$/, ''),
      key,
      perMinute,
      count: count === undefined ? undefined : Number(count),
      help,
    };
  } catch (error) {
    const [fault = ''] = (error as Error).message.split(/\.? To specify |\.? This command /);
    throw new UsageError(`${fault.replace(/\.?$/, '.')} ${usage.split('\n', 1)[0]} (--help says more)`);
  }
}

/**
 * Address and name of the assistant from the environment, as the portal reads them.
 * @throws UsageError naming the variable
 */
function readEnvironment() {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { PUBLIC_URL = '', PORT = '', BRAND_ASSISTANT } = process.env;
  const url = (PUBLIC_URL.trim() || `http://127.0.0.1:${PORT.trim() || 3000}`).replace(/\/+$/, '');
  const isWebAddress = /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  if (!isWebAddress)
    throw new UsageError(
      PUBLIC_URL.trim() === ''
        ? 'PORT must be a port number from 0 to 65535.'
        : 'PUBLIC_URL must be an address like https://portal.example.',
    );
  return { url, assistantName: BRAND_ASSISTANT?.trim() || 'Stew' };
}

/** Aborted by the first SIGINT or SIGTERM, and where standard output is closed. */
function catchStopSignals(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  // E.g. by `head`, which has read its lines.
  process.stdout.on('error', () => stop.abort());
  return stop.signal;
}

async function main(): Promise<void> {
  const { url: givenUrl, key: givenKey, perMinute, count, help } = parseArguments();
  const print = (line: string) => process.stdout.write(`${line}\n`);
  if (help) return void print(usage);
  const { url: defaultUrl, assistantName } = readEnvironment();
  const url = givenUrl ?? defaultUrl;
  const stop = catchStopSignals();
  const [cast] = companyCasts;
  if (!cast) return;
  const patience = new AbortController();
  stop.addEventListener('abort', () => setTimeout(() => patience.abort(), farewellLimitMs).unref());
  const key = givenKey ?? (await fetchDemoKey(url));
  const onWait = (seconds: number) => print(`The portal is busy; waiting ${seconds} s.`);
  const client = createIntakeClient({ url, key, signal: patience.signal, onWait });
  const fileKeys = await uploadPictures(client);
  print(`Sending to ${url}, ${perMinute} conversations a minute. Ctrl-C ends it.`);
  const ended = await runAssistant({ client, cast, fileKeys, assistantName, perMinute, count, stop, print });
  print(`${ended} conversations sent.`);
}

function describe(error: unknown): string {
  const isExpected =
    error instanceof UsageError || error instanceof PortalUnreachable || error instanceof IntakeRefused;
  if (error instanceof IntakeRefused && error.status === 401) {
    return `${error.message} Pass a valid intake key with --key; without it the portal must have the demo.`;
  }
  return isExpected ? error.message : `This is a fault of the program: ${String(error)}`;
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${describe(error)}\n`);
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
