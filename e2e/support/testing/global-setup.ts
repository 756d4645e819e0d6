import type { TestProject } from 'vitest/node';
import { startCognitoEmulator, type EmulatedPool } from '../../../server/outside/identity/testing/cognito-emulator.ts';
import { startIssuer } from '../issuer.ts';
import { streamedRows } from '../limits.ts';
import { startProduct } from '../product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The origin of the product under test, without a trailing slash. */
    productUrl: string;
    /** Data folder of the product; empty for one that runs elsewhere. */
    productDataDir: string;
    /** A user pool that the product may call; undefined for a product that runs elsewhere. */
    userPool: (EmulatedPool & { endpoint: string }) | undefined;
  }
}

/** Starts one product for all journeys, with an issuer of single sign-on, or uses the one at E2E_BASE_URL. */
export async function setup(project: TestProject) {
  const running = process.env.E2E_BASE_URL;
  if (running) {
    project.provide('productUrl', running.replace(/\/$/, ''));
    project.provide('productDataDir', '');
    project.provide('userPool', undefined);
    return undefined;
  }
  const issuer = await startIssuer();
  const emulator = await startCognitoEmulator();
  const product = await startProduct({
    ...issuer.env,
    COGNITO_ENDPOINT: emulator.endpoint,
    EXPORT_STREAM_ROWS: String(streamedRows),
    OUTBOUND_ALLOWED: `${issuer.env['OUTBOUND_ALLOWED'] ?? ''},${new URL(emulator.endpoint).host}`,
  }).catch(async (error: unknown) => {
    await Promise.all([issuer.stop(), emulator.stop()]);
    throw error;
  });
  issuer.register(product.url);
  project.provide('productUrl', product.url);
  project.provide('productDataDir', product.dataDir);
  project.provide('userPool', { ...emulator.pools[0], endpoint: emulator.endpoint });
  return async () => {
    await product.stop();
    await issuer.stop();
    await emulator.stop();
  };
}
