import { judgeAllKeys } from '../features/intake-keys/reports/judge-keys.service.ts';
import type { KeyAlertDependencies } from '../features/intake-keys/reports/judge-keys.service.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';

/** Finds intake keys that became silent or failing, at start and every five minutes. */
export function scheduleIntakeKeyAlerts(
  jobs: Pick<Jobs, 'schedule'>,
  dependencies: KeyAlertDependencies,
): Promise<void> {
  return jobs.schedule('intakeKeyAlerts', '*/5 * * * *', async () => {
    await judgeAllKeys(dependencies).catch((error: unknown) =>
      dependencies.log.warn({ err: error }, 'the intake keys could not be judged'),
    );
  });
}
