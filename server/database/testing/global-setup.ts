import type { TestProject } from 'vitest/node';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { isDistributedRun, startTestServer, type TestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** Vitest calls this once before and, through what it returns, once after all test files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // In the template, because every test portal would make these tables again.
  const { testServer, stop } = await startTestServer(isDistributedRun ? [] : [installJobs]);
  project.provide('testServer', testServer);
  return stop;
}
