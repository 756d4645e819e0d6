import type { Logger } from 'pino';
import { describeFailure } from './app/describe-failure.ts';
import { catchStopSignals } from './app/lifetime.ts';
import { openLogOutput } from './app/log-output.ts';
import { answerHelp, describeUsage } from './app/usage.ts';
import { loadConfig } from './config/config.ts';
import { createLog } from './config/log.ts';
import { NotBuilt } from './http/pages/web-files.ts';
import { toCommandLine } from './lib/command-line.ts';

const usage = `Usage: ${toCommandLine('start', '[--version]')}
Serves the portal until Ctrl-C or SIGTERM. Its settings are the variables of .env.example, in the environment or in a file: .env, of a
bundle steward.env beside its folder.
  --version  prints the version and the commit instead
`;

/** The portal has settings and no arguments, so that one that is given is not passed over. */
function answerArguments(): void {
  const answer = answerHelp(usage);
  if (answer !== undefined) {
    process.stdout.write(answer);
    process.exit(0);
  }
  const [unknown] = process.argv.slice(2);
  if (unknown === undefined) return;
  const fault = new Error(`Unknown argument '${unknown}': settings are variables, such as PORT=3001`);
  process.stderr.write(`${describeUsage(fault, usage)}\n`);
  process.exit(2);
}

/** Ends the program where nothing catches an error, with a line of the log: Node.js would print the values that the error carries. */
function endByFault(log: Logger, endOutput: () => void): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Ended by a fault of the program.');
    process.stderr.write(`${describeFailure(error)}\n`);
    endOutput();
    process.exit(1);
  });
}

// A closed log pipe must not end the portal.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
const stop = catchStopSignals();
const output = openLogOutput();
try {
  answerArguments();
  const config = loadConfig();
  const log = createLog(config.log, output.destination);
  endByFault(log, output.end);
  // Nearly all of the program, which the line about a wrong setting need not wait for.
  const { serve } = await import('./serve.ts');
  await serve(config, log, stop);
  output.end();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${describeFailure(error, [NotBuilt])}\n`);
  output.end();
  process.exit(1);
}
