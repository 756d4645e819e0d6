import { listConfigWarnings } from '../../config/warnings.ts';
import { describeUnknownNames } from '../../config/config.ts';
import { describeFailure } from '../describe-failure.ts';
import { databaseChecks } from './database-checks.ts';
import { reachChecks } from './reach-checks.ts';
import { serviceChecks } from './service-checks.ts';
import { storeChecks } from './store-checks.ts';
import { fault, ok, warning, type Check, type DoctorParts, type Finding, type LightParts } from './check.ts';

async function checkSettings({ config }: LightParts): Promise<readonly Finding[]> {
  const found = [...describeUnknownNames(), ...listConfigWarnings(config)].map(warning);
  return found.length > 0 ? found : [ok('The settings are valid.')];
}

/** All that the doctor looks at, in the order of its lines; the next one is an entry, with its words in contract/doctor-checks.ts. */
export const checks: readonly Check[] = [
  { id: 'settings', run: checkSettings },
  ...databaseChecks,
  ...serviceChecks,
  ...storeChecks,
  ...reachChecks,
];

/** Finding of one check. */
export interface Line extends Finding {
  readonly check: string;
}

/** Runs all checks side by side. One that fails by itself is a line too. */
export async function runChecks(parts: DoctorParts): Promise<Line[]> {
  const lines = await Promise.all(
    checks.map(async ({ id, run }) => {
      const found = await run(parts).catch((error: unknown) => [fault(`The check failed: ${describeFailure(error)}`)]);
      return found.map((finding) => ({ check: id, ...finding }));
    }),
  );
  return lines.flat();
}

/** Sentences about what light checks have found, and about settings that an installation lacks. */
export async function listWarnings(parts: LightParts): Promise<string[]> {
  const light = checks.filter((check) => check.isLight === true);
  const found = await Promise.all(light.map(({ run }) => run(parts)));
  const texts = found.flat().flatMap(({ level, text }) => (level === 'warning' || level === 'fault' ? text : []));
  return [...texts, ...listConfigWarnings(parts.config)];
}
