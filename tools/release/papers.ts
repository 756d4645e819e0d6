import { posix } from 'node:path';
import { toCommandLine } from '#server/lib/command-line.ts';
import { ReleaseRefused } from './sums.ts';

/** All that a paper can name. */
export interface Shipped {
  /** Paths of the shipped files, from the root of the repository. */
  readonly files: readonly string[];
  /** Scripts of package.json, by the names of their commands. */
  readonly scripts: Readonly<Record<string, string>>;
}

/** Beginning of the scripts that an operator has; the others are of those who work on the program, in a checkout. */
export const starter = 'node server/commands/start.mjs ';

const ofCheckout = /<!-- of a checkout -->[\s\S]*?<!-- end -->\n+/g;
const command = /\bnpm (?:start|run (?:-s )?(?<name>[a-z][\w:-]*))(?<dashes> --(?= \S))?/g;
/** Beginning of a line whose command runs in an image, which has npm. */
const inImage = /docker compose (?:exec|run) |kubectl [^|]*\bexec /;
const link = /(?<!!)\[(?<words>[^[\]]+)\]\((?<target>[^()\s]+)\)/g;

const note =
  '_In a bundle: what this page says of npm, and of files that are not in its folder, is of a checkout or an image._';

/**
 * Writes a paper for the operator of a bundle, which has no npm: parts between `<!-- of a checkout -->` and `<!-- end -->` are left out,
 * commands are those of `./steward`, and links that lead to no shipped file are plain text.
 * @param path from the root of the repository
 * @throws ReleaseRefused for a command that package.json does not have
 */
export function writePaper(path: string, text: string, { files, scripts }: Shipped): string {
  const said = sayCommands(path, text.replaceAll(ofCheckout, ''), scripts);
  if (!path.endsWith('.md')) return said;
  const linked = said.replaceAll(link, (whole, words: string, target: string) =>
    /^[a-z]+:/.test(target) || isShipped(path, target, files) ? whole : words,
  );
  const isWhole = linked === said && !/\bnpm /.test(said.replaceAll(/<!--.*?-->/g, ''));
  return isWhole ? linked : linked.replace(/^# .*\n/, `$&\n${note}\n`);
}

function sayCommands(path: string, text: string, scripts: Shipped['scripts']): string {
  const sayOne = (line: string, name: string | undefined, _dashes: string | undefined, at: number) => {
    const script = scripts[name ?? 'start'];
    if (script === undefined) throw new ReleaseRefused(`${path} names "${line}", which package.json does not have.`);
    const before = text.slice(text.lastIndexOf('\n', at) + 1, at);
    const isOwn = name === undefined || script.startsWith(starter);
    return isOwn && !inImage.test(before) ? toCommandLine(name ?? 'start', '', true) : line;
  };
  return text.replaceAll(command, sayOne);
}

/** Whether a link of a paper leads to a shipped file, or a folder of some. */
export function isShipped(path: string, target: string, files: readonly string[]): boolean {
  const [file = ''] = target.split('#');
  const place = posix.join(posix.dirname(path), file).replace(/\/$/, '');
  return file === '' || files.some((each) => each === place || each.startsWith(`${place}/`));
}
