import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../server/config/config.ts';
import { companyCasts } from './company-cast.ts';
import { createIntakeClient, IntakeRefused, PortalUnreachable } from './intake-client.ts';
import { fetchDemoKey } from './portal-key.ts';
import { runAssistant } from './run-assistant.ts';
import { uploadPictures } from './upload-pictures.ts';
import { catchStopSignals } from '../server/process/stop-signals.ts';

const usage = `Usage: npm run demo:assistant -- [--url http://127.0.0.1:3000] [--key stwk_…] [--rate 12] [--count 100]
Has conversations and reports them through the intake, as a real assistant does, until Ctrl-C.
  --url    the portal; without it the one of .env and the environment
  --key    an intake key; without it one is made by Acme's SuperAdmin of the demo
  --rate   conversations that begin in a minute, up to 6000
  --count  how many in all
`;

/** A command line that cannot be understood. */
class UsageError extends Error {}

/** After that long a portal that is too busy to hear how the last conversations ended is left alone. */
const farewellLimitMs = 5000;

function readArguments() {
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
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
}

async function main(): Promise<void> {
  const { url: givenUrl, key: givenKey, perMinute, count, help } = readArguments();
  const tell = (line: string) => process.stdout.write(`${line}\n`);
  if (help) return void tell(usage);
  const config = loadConfig();
  const url = givenUrl ?? config.http.publicUrl;
  const stop = catchStopSignals();
  const [cast] = companyCasts;
  if (!cast) return;
  const patience = new AbortController();
  stop.addEventListener('abort', () => setTimeout(() => patience.abort(), farewellLimitMs).unref());
  const key = givenKey ?? (await fetchDemoKey(url));
  const onWait = (seconds: number) => tell(`The portal is busy and asks to wait ${seconds} s.`);
  const client = createIntakeClient({ url, key, signal: patience.signal, onWait });
  const fileKeys = await uploadPictures(client);
  tell(`Sending to ${url}, ${perMinute} conversations a minute. Ctrl-C ends it.`);
  const assistantName = config.brand.assistant;
  const ended = await runAssistant({ client, cast, fileKeys, assistantName, perMinute, count, stop, tell });
  tell(`${ended} conversations sent.`);
}

function describe(error: unknown): string {
  const isForPerson =
    error instanceof UsageError ||
    error instanceof ConfigError ||
    error instanceof PortalUnreachable ||
    error instanceof IntakeRefused;
  if (error instanceof IntakeRefused && error.status === 401) {
    return `${error.message}\nGive --key with a sound intake key; without it the portal has to hold the demo.`;
  }
  return isForPerson ? error.message : String((error as Error)?.stack ?? error);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  },
);
