import react from '@vitejs/plugin-react';
import mantinePreset from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { compressAssets } from './tools/vite/compress-assets.ts';
import { contractRoutes } from './tools/vite/contract-routes.ts';
import { chunkGroups } from './tools/vite/chunk-groups.ts';
import { loadStylesLate } from './tools/vite/late-styles.ts';
import { listPageCode } from './tools/vite/page-code.ts';
import { inlineStart } from './tools/vite/inline-start.ts';
import { buildServiceWorker } from './tools/vite/build-service-worker.ts';

/** The server of `npm run dev`. */
const portal = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    react(),
    contractRoutes(),
    inlineStart(),
    loadStylesLate(),
    listPageCode(),
    buildServiceWorker('web/service-worker.ts'),
    compressAssets(),
  ],
  publicDir: 'web/public',
  // The server writes a fresh nonce in place of this word into every answer of index.html.
  html: { cspNonce: '__CSP_NONCE__' },
  css: { postcss: { plugins: [mantinePreset()] } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The content security policy allows no data: URLs for scripts, fonts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        // The first file names all others, and no hash of eight characters gets shorter by compression.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': portal,
      // A page of Vite alone, which no build takes in.
      '/dev/parts': { target: portal, bypass: () => '/web/dev/parts.html' },
      '/dev': portal,
    },
  },
});
