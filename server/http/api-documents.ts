import { noCompany, type WorkerPool } from '../lib/concurrency/worker-pool.ts';

/** Documents of the API, as they are sent. */
export interface ApiDocuments {
  readonly openApiJson: string;
  readonly docsHtml: string;
}

/** Runs where half a second of describing every endpoint holds up no request. */
const renderTask = { module: import.meta.url, run: renderApiDocuments };

/** Loads what it needs here, so that a portal at rest holds neither the libraries nor the documents. */
export async function renderApiDocuments(product: string): Promise<ApiDocuments> {
  const [{ createOpenApiDocument }, { renderDocsPage }] = await Promise.all([
    import('./openapi-document.ts'),
    import('./docs-page.ts'),
  ]);
  const document = await createOpenApiDocument();
  return { openApiJson: JSON.stringify(document), docsHtml: renderDocsPage(document, product) };
}

/** Makes the documents with the first request for one, once. */
export function createApiDocuments(workers: Pick<WorkerPool, 'run'>, product: string): () => Promise<ApiDocuments> {
  let made: Promise<ApiDocuments> | undefined;
  return () =>
    (made ??= workers.run(renderTask, product, { companyId: noCompany, size: Infinity }).catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
