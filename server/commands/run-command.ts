import pino from 'pino';
import { BackupRefused } from '../backup/backup-refused.ts';
import { describeFailure } from '../app/describe-failure.ts';
import { answerHelp, describeUsage } from '../app/usage.ts';
import { loadConfig, type Config } from '../config/config.ts';
import { ensureDataFolder, refuseOtherUser } from '../config/data-folder.ts';
import { createLog } from '../config/log.ts';
import { readSecrets, type Secrets } from '../config/secrets.ts';
import { openBeside } from '../database/open-for-command.ts';
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

/**
 * Runs the program of a command and sets the exit code: what `run` returns, 2 for an invalid command line, else 1.
 * `--help` prints the usage instead, and `--version` what runs.
 */
export async function runCommand(usage: string, run: () => Promise<number>): Promise<void> {
  const answer = answerHelp(usage);
  if (answer !== undefined) {
    process.stdout.write(answer);
    return;
  }
  try {
    process.exitCode = await run();
  } catch (error) {
    const isUsage = isUsageError(error);
    process.stderr.write(`${isUsage ? describeUsage(error as Error, usage) : describeFailure(error, ownKinds)}\n`);
    process.exitCode = isUsage ? 2 : 1;
  }
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
export function loadSettings(level: 'warn' | 'error' = 'warn'): CommandSettings {
  const config = loadConfig();
  refuseOtherUser(config);
  ensureDataFolder(config);
  return { config, secrets: readSecrets(config), log: createLog(level, pino.destination(2)) };
}

/** Opens the database, also while the portal runs, for the time of `work`. Warnings are logged to stderr. */
export async function withDatabase<T>(
  work: (context: CommandContext) => Promise<T>,
  installations: readonly Installation[] = [],
): Promise<T> {
  const { config, secrets, log } = loadSettings();
  const database = await openBeside(config, { secrets, log, installations });
  try {
    await database.ready;
    return await work({ config, secrets, database, log });
  } finally {
    await database.close();
  }
}
