import type { OpenAPI } from '@orpc/openapi';
import { html, raw } from 'hono/html';
import { docsStyles } from './docs-styles.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly definition: OpenAPI.OperationObject;
}

/** The API's documentation page: every call with its access, input and answers. */
export function renderDocsPage(document: OpenAPI.Document, product: string): string {
  const operations = listOperations(document);
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${product} API</title>
        <style>
          ${raw(docsStyles)}
        </style>
      </head>
      <body>
        <main>
          <h1>${product} API</h1>
          <p>
            ${document.info.description?.replaceAll('`', '')} The machine-readable form is
            <a href="/api/openapi.json">openapi.json</a>, OpenAPI ${document.openapi}.
          </p>
          ${tags.map((tag) => renderTag(tag, operations))}
        </main>
      </body>
    </html>`;
  return String(page).replace(/<style>[\s\S]*?<\/style>/, () => `<style>${docsStyles}</style>`);
}

function listOperations(document: OpenAPI.Document): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, value]) => {
      const definition = value as OpenAPI.OperationObject;
      return { method: method.toUpperCase(), path, tag: definition.tags?.[0] ?? 'General', definition };
    }),
  );
}

function renderTag(tag: string, operations: readonly Operation[]) {
  return html`<section>
    <h2>${tag}</h2>
    ${operations.filter((operation) => operation.tag === tag).map(renderOperation)}
  </section>`;
}

function renderOperation({ method, path, definition }: Operation) {
  const { summary, description, requestBody, parameters, responses } = definition;
  return html`<article id="${definition.operationId}">
    <h3><span class="method">${method}</span> <code>/api${path}</code></h3>
    <p>${summary}</p>
    <p>${description?.replaceAll('`', '')}</p>
    ${renderJson('Parameters', parameters)} ${renderJson('Body', requestBody)} ${renderJson('Answers', responses)}
  </article>`;
}

function renderJson(title: string, value: unknown) {
  if (value === undefined) return '';
  return html`<details>
    <summary>${title}</summary>
    <pre>${JSON.stringify(value, undefined, 2)}</pre>
  </details>`;
}
