import { runDueTests } from '../features/integrations/scheduled-tests.service.ts';
import type { ScheduledTestDependencies } from '../features/integrations/scheduled-tests.service.ts';
import type { Jobs } from '../outside/jobs/jobs.ts';

/** Tests the integrations that are due, at start and every minute. */
export function scheduleIntegrationTests(
  jobs: Pick<Jobs, 'schedule'>,
  dependencies: ScheduledTestDependencies,
): Promise<void> {
  return jobs.schedule('integrationTests', '* * * * *', async () => {
    await runDueTests(dependencies).catch((error: unknown) =>
      dependencies.log.warn({ err: error }, 'the integrations to test could not be listed'),
    );
  });
}
