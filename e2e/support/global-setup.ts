import type { TestProject } from 'vitest/node';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product under test answers, without a slash at the end. */
    productUrl: string;
  }
}

/** One product serves all journeys. With E2E_BASE_URL set, that running one is used and nothing is started. */
export async function setup(project: TestProject) {
  const running = process.env.E2E_BASE_URL;
  if (running) {
    project.provide('productUrl', running.replace(/\/$/, ''));
    return undefined;
  }
  const product = await startProduct();
  project.provide('productUrl', product.url);
  return () => product.stop();
}
