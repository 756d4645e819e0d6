import type { TestProject } from 'vitest/node';
import { startTestServer } from './test-server.ts';
import type { TestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** Vitest calls this once before and, through what it returns, once after all test files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { testServer, stop } = await startTestServer();
  project.provide('testServer', testServer);
  return stop;
}
