import { listConfigWarnings } from '../../config/warnings.ts';
import { describeUnknownNames } from '../../config/config.ts';
import { describeFailure } from '../describe-failure.ts';
import { databaseChecks } from './database-checks.ts';
import { reachChecks } from './reach-checks.ts';
import { serviceChecks } from './service-checks.ts';
import { storeChecks } from './store-checks.ts';
import { fault, ok, warning, type Check, type DoctorParts, type Finding, type LightParts, type Line } from './check.ts';

async function checkSettings({ config }: LightParts): Promise<readonly Finding[]> {
  const found = [...describeUnknownNames(), ...listConfigWarnings(config)].map(warning);
  return found.length > 0 ? found : [ok('The settings are valid.')];
}

/** All that the doctor looks at, in the order of its lines; the next one is an entry, with its words in contract/doctor-checks.ts. */
export const checks: readonly Check[] = [
  { id: 'settings', isOfCommand: true, run: checkSettings },
  ...databaseChecks,
  ...serviceChecks,
  ...storeChecks,
  ...reachChecks,
];

/** Runs checks side by side, by default all. One that fails by itself is a line too. */
export async function runChecks(parts: DoctorParts, wanted: readonly Check[] = checks): Promise<Line[]> {
  const lines = await Promise.all(
    wanted.map(async ({ id, run }) => {
      const found = await run(parts).catch((error: unknown) => [fault(`The check failed: ${describeFailure(error)}`)]);
      return found.map((finding) => ({ check: id, ...finding }));
    }),
  );
  return lines.flat();
}

const isOfCommand = (check: Check) => check.isOfCommand === true;

/** Runs those that a portal knows better than a command, which has other rights and another view of the file system. */
export const runPortalChecks = (parts: DoctorParts): Promise<Line[]> =>
  runChecks(
    parts,
    checks.filter((check) => !isOfCommand(check)),
  );

/** Runs those that the command looks at by itself beside a portal. */
export const runCommandChecks = (parts: DoctorParts): Promise<Line[]> => runChecks(parts, checks.filter(isOfCommand));

/** Lines in the order of their checks; those of a portal of another version are last. */
export function sortLines<T extends Pick<Line, 'check'>>(lines: readonly T[]): T[] {
  const places = new Map<string, number>(checks.map(({ id }, place) => [id, place]));
  const placeOf = ({ check }: T) => places.get(check) ?? checks.length;
  return lines.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Sentences about what light checks have found, and about settings that an installation lacks. */
export async function listWarnings(parts: LightParts): Promise<string[]> {
  const light = checks.filter((check) => check.isLight === true);
  const found = await Promise.all(light.map(({ run }) => run(parts)));
  const texts = found.flat().flatMap(({ level, text }) => (level === 'warning' || level === 'fault' ? text : []));
  return [...texts, ...listConfigWarnings(parts.config)];
}
