import { isContractProcedure } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import type { OpenAPI } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { authorizeExample, commitExample } from '#contract/intake/authorize-example.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';
import { intakeExample } from '#contract/intake/intake-example.ts';
import { IntakeBatch } from '#contract/intake/intake.ts';
import { FieldProblem, ProblemBody } from '#contract/problems.ts';
import { contract } from '#contract/router.ts';

const version = '1.0.0';

const tokenScheme = 'identityToken';
const cookieScheme = 'sessionCookie';
const keyScheme = 'intakeKey';

const problemContent = { 'application/json': { schema: { $ref: '#/components/schemas/ProblemBody' } } };

/** Named answers, one for each way in which an endpoint may refuse. */
const refusals = {
  Unauthorized: { description: 'The identity token is missing, expired or not valid.', content: problemContent },
  Forbidden: { description: 'The role of the caller never allows this.', content: problemContent },
  NotFound: { description: 'It does not exist, or belongs to another company.', content: problemContent },
  Invalid: { description: 'Some fields are not valid; `fields` names each.', content: problemContent },
  Problem: { description: 'Any other refusal or failure.', content: problemContent },
} satisfies Record<string, OpenAPI.ResponseObject>;

type RefusalName = keyof typeof refusals;

const refer = (name: RefusalName) => ({ $ref: `#/components/responses/${name}` });

/** The `access` of every endpoint by its operation id. */
function listAccess(node: unknown): [string, EndpointMeta['access']][] {
  if (isContractProcedure(node)) {
    const { meta, route } = node['~orpc'];
    return [[route.operationId ?? '', (meta as EndpointMeta).access]];
  }
  return Object.values(node as object).flatMap(listAccess);
}

function getSecurity(access: EndpointMeta['access']): OpenAPI.SecurityRequirementObject[] {
  if (access === 'public') {
    return [];
  }
  if (access === 'intake') return [{ [keyScheme]: [] }];
  return [{ [access === 'session' ? cookieScheme : tokenScheme]: [] }];
}

function getRefusals(operation: OpenAPI.OperationObject, access: EndpointMeta['access']): OpenAPI.ResponsesObject {
  const isOfCapability = !['public', 'session', 'signed-in', 'intake'].includes(access);
  const takesId = operation.parameters?.some((parameter) => 'in' in parameter && parameter.in === 'path');
  return {
    ...(access === 'public' ? {} : { 401: refer('Unauthorized') }),
    ...(isOfCapability ? { 403: refer('Forbidden') } : {}),
    ...(takesId ? { 404: refer('NotFound') } : {}),
    ...(operation.requestBody || operation.parameters ? { 422: refer('Invalid') } : {}),
    default: refer('Problem'),
  };
}

const otlpBody: OpenAPI.RequestBodyObject = {
  required: true,
  content: {
    'application/x-protobuf': { schema: { type: 'string', format: 'binary' } },
    'application/json': { schema: { type: 'object' }, example: {} },
  },
};

/** Bodies that the endpoint reads itself, and that the contract therefore only calls bytes. */
function describeBody(operationId: string): Pick<OpenAPI.OperationObject, 'requestBody'> | undefined {
  if (operationId === 'otlpCreateTraces' || operationId === 'otlpCreateLogs') return { requestBody: otlpBody };
  if (operationId !== 'intakeCreateBatch') return undefined;
  const schema = { $ref: '#/components/schemas/IntakeBatch' };
  return { requestBody: { required: true, content: { 'application/json': { schema, example: intakeExample } } } };
}

/** Bodies worth copying, by operation. */
const examples: Readonly<Record<string, unknown>> = {
  authorizationsCreate: authorizeExample,
  authorizationsCommit: commitExample,
};

function addExample({ operationId = '', requestBody }: OpenAPI.OperationObject) {
  const example = examples[operationId];
  const json = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;
  if (example === undefined || !json) return undefined;
  return { requestBody: { ...requestBody, content: { 'application/json': { ...json, example } } } };
}

function describeAccess(operation: OpenAPI.OperationObject, access: EndpointMeta['access']): OpenAPI.OperationObject {
  return {
    ...operation,
    description: [operation.description, `Access: \`${access}\`.`].filter(Boolean).join('\n\n'),
    ...(operation.operationId && describeBody(operation.operationId)),
    ...addExample(operation),
    security: getSecurity(access),
    responses: { ...operation.responses, ...getRefusals(operation, access) },
  };
}

function describePath(path: OpenAPI.PathItemObject, accessById: ReadonlyMap<string, EndpointMeta['access']>) {
  const described = Object.entries(path).map(([method, value]) => {
    const operation = value as OpenAPI.OperationObject;
    const access = accessById.get(operation.operationId ?? '');
    return [method, access ? describeAccess(operation, access) : value];
  });
  return Object.fromEntries(described) as OpenAPI.PathItemObject;
}

/**
 * The OpenAPI 3.1 description of everything the contract promises: served at `/api/openapi.json` and committed as
 * `docs/openapi.json`. It holds nothing of one installation, so that the committed copy is the same everywhere.
 */
export async function createOpenApiDocument(): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: {
      title: 'Company portal API',
      version,
      description: 'What the portal, its scripts and its integrations call. Every refusal has the body `ProblemBody`.',
    },
    servers: [{ url: '/api' }],
    commonSchemas: {
      ProblemBody: { schema: ProblemBody },
      FieldProblem: { schema: FieldProblem },
      IntakeBatch: { schema: IntakeBatch },
    },
  });
  const accessById = new Map(listAccess(contract));
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [
    path,
    describePath(item as OpenAPI.PathItemObject, accessById),
  ]);
  return {
    ...document,
    paths: Object.fromEntries(paths) as OpenAPI.PathsObject,
    components: {
      ...document.components,
      responses: refusals,
      securitySchemes: {
        [tokenScheme]: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        [keyScheme]: { type: 'http', scheme: 'bearer', description: 'An intake key, for assistants alone.' },
        [cookieScheme]: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by signing in.' },
      },
    },
  };
}
