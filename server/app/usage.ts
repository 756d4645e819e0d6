import { describeVersion, readVersion } from '../config/version.ts';

/** Text that `--help` and `--version` print; undefined without them. */
export function answerHelp(usage: string): string | undefined {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return usage;
  return args.includes('--version') ? `${describeVersion(readVersion())}\n` : undefined;
}

/** One line: what is wrong, without Node's advice on arguments that begin with a dash, and how it is called. */
export function describeUsage({ message }: Error, usage: string): string {
  const [fault = ''] = message.split(/\.? To specify |\. This command /);
  return `${fault.replace(/\.?$/, '.')} ${usage.split('\n', 1)[0]} (--help says more)`.replaceAll(/\s+/g, ' ');
}
