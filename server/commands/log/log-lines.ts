import { styleText } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

/** A line of the portal's log, as it is read. */
export interface LogLine {
  readonly level: number;
  readonly atMs: number;
  readonly fields: Fields;
}

export const levelNumbers = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const;
export type LevelWord = keyof typeof levelNumbers;

const levelStyles = {
  trace: 'gray',
  debug: 'gray',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: 'magenta',
} as const satisfies Record<LevelWord, string>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toLevel = (value: unknown): number =>
  typeof value === 'string' ? (levelNumbers[value as LevelWord] ?? NaN) : Number(value);

/** Reads a line; undefined for what the portal did not write, such as a line of npm or of a shell. */
export function parseLine(text: string): LogLine | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const fields: unknown = JSON.parse(text);
    if (!isRecord(fields)) return undefined;
    const [level, atMs] = [toLevel(fields['level']), Number(fields['time'])];
    return Number.isNaN(level) || Number.isNaN(new Date(atMs).getTime()) ? undefined : { level, atMs, fields };
  } catch {
    return undefined;
  }
}

export interface LineFilter {
  readonly level?: LevelWord | undefined;
  readonly company?: string | undefined;
  readonly request?: string | undefined;
  readonly sinceMs?: number | undefined;
}

export const matches = ({ level, atMs, fields }: LogLine, filter: LineFilter): boolean =>
  level >= (filter.level === undefined ? -Infinity : levelNumbers[filter.level]) &&
  atMs >= (filter.sinceMs ?? -Infinity) &&
  (filter.company === undefined || fields['companyId'] === filter.company) &&
  (filter.request === undefined || fields['requestId'] === filter.request);

export const isFiltered = (filter: LineFilter): boolean => Object.values(filter).some((value) => value !== undefined);

/** Fields that the line says itself, or that interest a machine alone. */
const leftOut = new Set(['level', 'time', 'msg', 'version', 'pid', 'hostname', 'err']);
const ofCall = new Set(['method', 'route', 'operationId', 'status', 'durationMs']);

/** Values come from requests too: what a terminal would obey is shown by its number. */
const toPlain = (text: string) =>
  text.replaceAll(/[^\P{Cc}\n\t]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const toText = (value: unknown): string => toPlain(typeof value === 'string' ? value : JSON.stringify(value));
const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

type Style = Parameters<typeof styleText>[0];

/**
 * The line as a person reads it: time (UTC), level, what happened, and the other fields; an error below it.
 * @param hasColours for a terminal
 */
export function formatLine({ level, atMs, fields }: LogLine, hasColours: boolean): string {
  const paint = (style: Style, text: string) =>
    hasColours && text !== '' ? styleText(style, text, { validateStream: false }) : text;
  const word = (Object.keys(levelNumbers) as LevelWord[]).findLast((name) => levelNumbers[name] <= level) ?? 'trace';
  const isCall = fields['msg'] === 'request' && typeof fields['method'] === 'string';
  const others = Object.entries(fields).filter(
    ([name, value]) => !leftOut.has(name) && !(isCall && ofCall.has(name)) && value !== null,
  );
  const parts = [
    paint('gray', new Date(atMs).toISOString().replace('T', ' ')),
    paint(levelStyles[word], word.toUpperCase().padEnd(5)),
    isCall ? describeCall(fields) : indent(toText(fields['msg'] ?? ''), '    '),
    paint('gray', indent(others.map(([name, value]) => `${name}=${toText(value)}`).join(' '), '    ')),
  ];
  const error = isRecord(fields['err']) ? `\n${paint('red', describeError(fields['err'], '    '))}` : '';
  return `${parts.filter((part) => part !== '').join(' ')}${error}`;
}

/** `POST /api/users 201 12 ms` */
function describeCall({ method, route, operationId, status, durationMs }: Fields): string {
  const place = typeof route === 'string' ? `/api${route}` : (operationId ?? '');
  return toText(
    [method, place, status, `${Math.round(Number(durationMs))} ms`].filter((part) => part !== '').join(' '),
  );
}

/** Class, message and frames of an error, and further in those of its causes. */
function describeError({ type, message, stack, cause, ...facts }: Fields, by: string): string {
  const names = Object.entries(facts).map(([name, value]) => ` ${name}=${toText(value)}`);
  const head = `${by}${toText(type ?? 'Error')}: ${indent(toText(message ?? ''), by)}${names.join('')}`;
  const frames = typeof stack === 'string' && stack !== '' ? `\n${by}  ${indent(toPlain(stack), `${by}  `)}` : '';
  const below = isRecord(cause) ? `\n${by}caused by\n${describeError(cause, `${by}  `)}` : '';
  return `${head}${frames}${below}`;
}
