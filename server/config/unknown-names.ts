import { OtelVariables } from './otel-variables.ts';
import { fileName } from './secret-files.ts';
import { secretNames, Variables } from './variables.ts';

export interface UnknownName {
  readonly name: string;
  /** The setting that may be meant. */
  readonly meant: string | undefined;
}

const known = [...Object.keys(Variables.shape), ...Object.keys(OtelVariables.shape), ...secretNames.map(fileName)];
/** First parts of names that are too common to say whose they are. */
const common = ['HOST', 'PORT', 'NODE', 'LOG', 'DATA', 'MAX', 'API', 'PUBLIC', 'OTEL', 'PAGE', 'DATABASE', 'AUTH'];
const ownPrefixes = [...new Set(known.map((name) => name.split('_', 1)[0] ?? ''))].filter(
  (part) => !common.includes(part),
);
/** Variables of compose.yaml, which passes the whole .env to the portals. */
const composed = ['FILES_PASSWORD', 'DATABASE_PASSWORD', 'PROXY_ADDRESS'];

/** Names that look like a setting and are none: mistyped, or of another version. */
export function listUnknownNames(names: readonly string[]): UnknownName[] {
  return names.flatMap((name) => {
    if (known.includes(name) || composed.includes(name) || name.startsWith('npm_')) return [];
    const meant = findNear(name.toUpperCase());
    const isOwn = ownPrefixes.some((prefix) => name.startsWith(`${prefix}_`)) || name.startsWith('STEWARD_');
    return meant !== undefined || isOwn ? [{ name, meant }] : [];
  });
}

export const describeUnknownName = ({ name, meant }: UnknownName): string =>
  meant === undefined
    ? `${name} is no setting and has no effect (see .env.example).`
    : `${name} is no setting and has no effect: ${meant} may be meant (see .env.example).`;

function findNear(name: string): string | undefined {
  // Only secrets are read from files.
  const own = known.find((each) => name === fileName(each));
  if (own !== undefined) return own;
  return known.find((each) => {
    const most = each.length < 6 ? 1 : 2;
    return Math.abs(each.length - name.length) <= most && countEdits(name, each) <= most;
  });
}

/** Letters to insert, delete, replace or swap with their neighbour. */
function countEdits(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const at = (up: number, left: number) => rows[row - up]?.[column - left] ?? Infinity;
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const left = (current[column - 1] ?? 0) + 1;
      current.push(Math.min(left, at(1, 0) + 1, at(1, 1) + (isSame ? 0 : 1), isSwapped ? at(2, 2) + 1 : Infinity));
    }
    rows.push(current);
  }
  return rows[one.length]?.[other.length] ?? Infinity;
}
