import type { TestProject } from 'vitest/node';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The origin of the product under test, without a trailing slash. */
    productUrl: string;
  }
}

/** Starts one product for all journeys, or uses the one at E2E_BASE_URL. */
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
