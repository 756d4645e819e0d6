import { createReadStream } from 'node:fs';
import pino from 'pino';
import { BackupRefused } from '../backup/format/backup-refused.ts';
import { describeFailure } from '../app/describe-failure.ts';
import { catchStopSignals, untilStopped, type Stopped, type StopSignal } from '../app/lifetime.ts';
import { answerHelp, describeUsage } from '../app/usage.ts';
import { loadConfig, type Config } from '../config/config.ts';
import { ensureDataFolder, refuseOtherUser } from '../config/data-folder.ts';
import { createLog } from '../config/log.ts';
import { readSecrets, type Secrets } from '../config/secrets.ts';
import { explainLoss, openBeside } from '../database/open-for-command.ts';
import type { Database } from '../database/open-database.ts';
import type { Installation } from '../database/prepare-database.ts';

/** An invalid command line: its message is printed with the first line of the usage, exit code 2. */
export class UsageError extends Error {}

/** A command that can not do its work: the message is printed without a stack, exit code 1. */
export class CommandFailed extends Error {}

/** Errors whose message is for the operator. */
const ownKinds = [UsageError, CommandFailed, BackupRefused];

const isUsageError = (error: unknown) =>
  error instanceof UsageError || String((error as NodeJS.ErrnoException)?.code).startsWith('ERR_PARSE_ARGS');

/** After a signal, for what is open to be closed; a server or transaction that is cut then is left as after a kill. */
const closeLimitMs = 20_000;

/**
 * Runs the program of a command and sets the exit code: what `run` returns, 2 for an invalid command line, else 1; a signal ends
 * the process as without a listener. Why it failed is said in one line. `--help` prints the usage instead, and `--version` what
 * runs.
 * @param run gives up at the signal, and closes what it has opened
 * @param signals that end it, by default SIGINT and SIGTERM
 */
export async function runCommand(
  usage: string,
  run: (stop: AbortSignal) => Promise<number>,
  signals?: readonly StopSignal[],
): Promise<void> {
  const output = followOutput();
  const answer = answerHelp(usage);
  if (answer !== undefined) {
    process.stdout.write(answer);
    return;
  }
  const stop = catchStopSignals(signals);
  stop.addEventListener('abort', () => setTimeout(() => endStopped(stop.reason, stop), closeLimitMs).unref());
  process.on('uncaughtException', (error) => {
    // What fails after a stop follows from it.
    if (stop.aborted) return;
    reportFailure(error, usage);
    process.exit();
  });
  try {
    process.exitCode = await run(stop);
    await output.allowEnd();
  } catch (error) {
    if (stop.aborted) endStopped(error, stop);
    else reportFailure(error, usage);
  }
}

function reportFailure(error: unknown, usage: string): void {
  const isUsage = isUsageError(error);
  process.stderr.write(`${isUsage ? describeUsage(error as Error, usage) : describeFailure(error, ownKinds)}\n`);
  process.exitCode = isUsage ? 2 : 1;
}

function endStopped(error: unknown, { reason }: AbortSignal): void {
  const isOwn = ownKinds.some((kind) => error instanceof kind);
  const stopped = reason as Stopped;
  const line = isOwn
    ? describeFailure(error, ownKinds)
    : `${stopped.message} Run it again: nothing of it is half done.`;
  process.stderr.write(`${line}\n`);
  // Work that was given up may still hold connections.
  stopped.endProcess();
}

/** Standard output that is closed or full does not end the work; its end says so. */
function followOutput() {
  let lost: NodeJS.ErrnoException | undefined;
  process.stdout.on('error', (error) => {
    lost ??= error;
  });
  process.stderr.on('error', () => undefined);
  return {
    /** @throws CommandFailed where something could not be written */
    allowEnd: async () => {
      await printAll('').catch(() => undefined);
      if (lost) throw new CommandFailed(`The work is done, but its output could not be written (${lost.code}).`);
    },
  };
}

/** A certificate or a list of checkpoints has a hundredth of it. */
const maxBytes = 10_000_000;

/**
 * Reads a small file that the operator names, also of a device or pipe.
 * @throws CommandFailed
 * @throws Stopped at the signal
 */
export async function readSmallFile(path: string, stop: AbortSignal): Promise<string> {
  const read = async () => {
    const pieces: Buffer[] = [];
    for await (const piece of createReadStream(path, { end: maxBytes })) pieces.push(piece as Buffer);
    const bytes = Buffer.concat(pieces);
    if (bytes.length > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    return bytes.toString();
  };
  const failed = (error: unknown) => {
    throw new CommandFailed(`The file ${path} can not be read: ${(error as Error).message}`, { cause: error });
  };
  return untilStopped(read().catch(failed), stop);
}

/** Prints what must not be lost. @throws CommandFailed where standard output is closed or full */
export function printAll(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) return resolve();
      const { code } = error as NodeJS.ErrnoException;
      reject(new CommandFailed(`Standard output can not be written (${code}), so that nothing was changed.`));
    });
  });
}

interface CommandSettings {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: pino.Logger;
}

interface CommandContext extends CommandSettings {
  readonly database: Database;
}

/**
 * Loads settings and secrets of a command. Its log goes to stderr, from `level` on.
 * @throws ConfigError in one line
 */
export function loadSettings(level: 'warn' | 'error' | 'fatal' = 'warn'): CommandSettings {
  const config = loadConfig();
  refuseOtherUser(config);
  ensureDataFolder(config);
  return { config, secrets: readSecrets(config), log: createLog({ ...config.log, level }, pino.destination(2)) };
}

interface OpenOptions {
  readonly stop: AbortSignal;
  readonly installations?: readonly Installation[];
  /** Whether `work` gives up at the signal by itself, because it has something to delete; else it is cut. */
  readonly endsItself?: boolean;
}

/**
 * Opens the database, also while the portal runs, for the time of `work`. Warnings are logged to stderr.
 * @throws Stopped at the signal; what `work` had open is rolled back
 */
export async function withDatabase<T>(
  { stop, installations = [], endsItself = false }: OpenOptions,
  work: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const { config, secrets, log } = loadSettings();
  const database = await openBeside(config, { secrets, log, installations, signal: stop });
  try {
    await database.ready;
    const working = work({ config, secrets, database, log });
    return await (endsItself ? working : untilStopped(working, stop));
  } catch (error) {
    throw await explainLoss(config, error);
  } finally {
    await database.close();
  }
}
