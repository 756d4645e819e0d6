import type { TestProject } from 'vitest/node';
import { startIssuer } from './issuer.ts';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The origin of the product under test, without a trailing slash. */
    productUrl: string;
  }
}

/** Starts one product for all journeys, with an issuer of single sign-on, or uses the one at E2E_BASE_URL. */
export async function setup(project: TestProject) {
  const running = process.env.E2E_BASE_URL;
  if (running) {
    project.provide('productUrl', running.replace(/\/$/, ''));
    return undefined;
  }
  const issuer = await startIssuer();
  const product = await startProduct(issuer.env);
  issuer.register(product.url);
  project.provide('productUrl', product.url);
  return async () => {
    await product.stop();
    await issuer.stop();
  };
}
