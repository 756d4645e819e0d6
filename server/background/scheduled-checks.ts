import type { Uses } from '../portal/portal.ts';
import { runDueTests } from '#features/integrations/server/scheduled-tests.service.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import { judgeAllKeys } from '#features/intake/server/intake-keys/reports/judge-keys.service.ts';

/** Tests the integrations that are due, at start and every minute. */
export function scheduleIntegrationTests(
  jobs: Pick<Jobs, 'schedule'>,
  dependencies: Uses<'database' | 'secretBox' | 'testConnection' | 'clock' | 'log'>,
): Promise<void> {
  return jobs.schedule('integrationTests', '* * * * *', async () => {
    await runDueTests(dependencies);
  });
}

/** Finds intake keys that became silent or failing, at start and every five minutes. */
export function scheduleIntakeKeyAlerts(
  jobs: Pick<Jobs, 'schedule'>,
  dependencies: Uses<'database' | 'clock' | 'log'>,
): Promise<void> {
  return jobs.schedule('intakeKeyAlerts', '*/5 * * * *', async () => {
    await judgeAllKeys(dependencies);
  });
}
