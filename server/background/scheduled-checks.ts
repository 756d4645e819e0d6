import { runDueTests, type ScheduledTestDependencies } from '../features/integrations/scheduled-tests.service.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';
import { judgeAllKeys, type KeyAlertDependencies } from '../features/intake-keys/reports/judge-keys.service.ts';

/** Tests the integrations that are due, at start and every minute. */
export function scheduleIntegrationTests(
  jobs: Pick<Jobs, 'schedule'>,
  dependencies: ScheduledTestDependencies,
): Promise<void> {
  return jobs.schedule('integrationTests', '* * * * *', async () => {
    await runDueTests(dependencies);
  });
}

/** Finds intake keys that became silent or failing, at start and every five minutes. */
export function scheduleIntakeKeyAlerts(
  jobs: Pick<Jobs, 'schedule'>,
  dependencies: KeyAlertDependencies,
): Promise<void> {
  return jobs.schedule('intakeKeyAlerts', '*/5 * * * *', async () => {
    await judgeAllKeys(dependencies);
  });
}
