// Starts the portal of a bundle, or a command of package.json. Settings and data stand beside the folder of the bundle, so that
// the folder of the next version finds them.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = import.meta.dirname;
const beside = dirname(root);
const settings = join(beside, 'steward.env');
const { scripts, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** How package.json starts each command that an operator has; the others are of those who work on the program. */
const starter = 'node server/commands/start.mjs ';
/** @type {Record<string, string>} */
const shipped = Object.fromEntries(Object.entries(scripts).filter(([, script]) => script.startsWith(starter)));

const usage = `Steward ${version}
./steward start              serves the portal; settings: ${settings}, or the environment
./steward COMMAND --help     says what a command does
./steward --version          says version and commit
Commands: ${Object.keys(shipped).join(', ')}
Data: DATA_DIR, by default ${join(beside, 'steward-data')}
`;

/** @param {string} command @returns {string[] | undefined} arguments of Node.js, without those of the command */
function toProgram(command) {
  if (command === 'start') return [join(root, 'server/start.mjs')];
  if (command === '--version') return [join(root, 'server/main.ts'), command];
  const [program, ...given] = shipped[command]?.slice(starter.length).split(' ') ?? [];
  return program === undefined ? undefined : [join(root, 'server/commands/start.mjs'), program, ...given];
}

const [command = '--help', ...args] = process.argv.slice(2);
const program = toProgram(command);
if (program === undefined) {
  const isAsked = ['--help', '-h', 'help'].includes(command);
  (isAsked ? process.stdout : process.stderr).write(isAsked ? usage : `There is no command "${command}".\n${usage}`);
  process.exit(isAsked ? 0 : 2);
}
try {
  if (existsSync(settings)) {
    // Node.js says of a file that it may not read that there is none.
    accessSync(settings, constants.R_OK);
    process.loadEnvFile(settings);
  }
} catch (error) {
  process.stderr.write(
    `The settings ${settings} can not be read (${/** @type {NodeJS.ErrnoException} */ (error).code}): the user that runs this must be able to.\n`,
  );
  process.exit(1);
}
process.env['DATA_DIR'] ||= join(beside, 'steward-data');
// This process becomes the program, so that signals, exit code and memory are its own.
process.execve?.(
  process.execPath,
  [process.execPath, ...program, ...args],
  /** @type {Record<string, string>} */ (process.env),
);
