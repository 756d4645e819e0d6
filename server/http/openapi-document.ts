import { isContractProcedure, type AnyContractProcedure } from '@orpc/contract';
import { OpenAPIGenerator, type OpenAPI } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { authorizeExample, commitExample } from '#features/money/contract/authorize-example.ts';
import { listEndpointProblems } from '#contract/endpoint-problems.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';
import { intakeExample } from '#features/intake/contract/intake-example.ts';
import { IntakeBatch } from '#features/intake/contract/intake.ts';
import { FieldProblem, ProblemBody, problems, type ProblemCode } from '#contract/problems.ts';
import { contract } from '#contract/router.ts';

const version = '1.0.0';

const tokenScheme = 'identityToken';
const cookieScheme = 'sessionCookie';
const keyScheme = 'intakeKey';

type EndpointsById = ReadonlyMap<string, AnyContractProcedure>;

/** Every endpoint of the contract by its operation id. */
function listEndpoints(node: unknown): [string, AnyContractProcedure][] {
  if (isContractProcedure(node)) return [[node['~orpc'].route.operationId ?? '', node]];
  return Object.values(node as object).flatMap(listEndpoints);
}

function toSecurity(access: EndpointMeta['access']): OpenAPI.SecurityRequirementObject[] {
  if (access === 'public') return [];
  if (access === 'intake') return [{ [keyScheme]: [] }];
  return [{ [access === 'session' ? cookieScheme : tokenScheme]: [] }];
}

/** The endpoint's problem codes by status, each list as the name of its response under `components`. */
function toProblemResponses(endpoint: AnyContractProcedure): OpenAPI.ResponsesObject {
  return Object.fromEntries(
    groupProblems(endpoint).map(([status, codes]) => [status, { $ref: `#/components/responses/${toName(codes)}` }]),
  );
}

function groupProblems(endpoint: AnyContractProcedure): [status: number, codes: ProblemCode[]][] {
  const codes = listEndpointProblems(endpoint).toSorted();
  const statuses = [...new Set(codes.map((code) => problems[code].status))].toSorted();
  return statuses.map((status) => [status, codes.filter((code) => problems[code].status === status)]);
}

const toName = (codes: readonly ProblemCode[]) => codes.join('_');

function toProblemResponse(codes: readonly ProblemCode[]): OpenAPI.ResponseObject {
  const code = { type: 'string', enum: [...codes] };
  const schema = { allOf: [{ $ref: '#/components/schemas/ProblemBody' }, { properties: { code } }] };
  const description = codes.map((each) => `\`${each}\`: ${problems[each].message}`).join(' ');
  return { description, content: { 'application/json': { schema } } } as OpenAPI.ResponseObject;
}

function listResponses(endpoints: Iterable<AnyContractProcedure>): Record<string, OpenAPI.ResponseObject> {
  const lists = [...endpoints].flatMap(groupProblems).map(([, codes]) => codes);
  return Object.fromEntries(lists.map((codes) => [toName(codes), toProblemResponse(codes)]));
}

const otlpBody: OpenAPI.RequestBodyObject = {
  required: true,
  content: {
    'application/x-protobuf': { schema: { type: 'string', format: 'binary' } },
    'application/json': { schema: { type: 'object' }, example: {} },
  },
};

/** Bodies that the endpoint parses itself, so that the contract declares only bytes. */
function describeBody(operationId: string): Pick<OpenAPI.OperationObject, 'requestBody'> | undefined {
  if (operationId.startsWith('otlpCreate')) return { requestBody: otlpBody };
  if (operationId !== 'intakeCreateBatch') return undefined;
  const schema = { $ref: '#/components/schemas/IntakeBatch' };
  return { requestBody: { required: true, content: { 'application/json': { schema, example: intakeExample } } } };
}

/** Example bodies by operation id. */
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

function describeOperation(
  operation: OpenAPI.OperationObject,
  endpoint: AnyContractProcedure,
): OpenAPI.OperationObject {
  const { access } = endpoint['~orpc'].meta as EndpointMeta;
  return {
    ...operation,
    description: [operation.description, `Access: \`${access}\`.`].filter(Boolean).join('\n\n'),
    ...(operation.operationId && describeBody(operation.operationId)),
    ...addExample(operation),
    security: toSecurity(access),
    responses: { ...operation.responses, ...toProblemResponses(endpoint) },
  };
}

function describePath(path: OpenAPI.PathItemObject, endpoints: EndpointsById) {
  const described = Object.entries(path).map(([method, value]) => {
    const operation = value as OpenAPI.OperationObject;
    const endpoint = endpoints.get(operation.operationId ?? '');
    return [method, endpoint ? describeOperation(operation, endpoint) : value];
  });
  return Object.fromEntries(described) as OpenAPI.PathItemObject;
}

/**
 * The contract as an OpenAPI 3.1 document: served at `/api/openapi.json`. Holds no setting of an
 * installation, so that its hash is the same everywhere.
 */
export async function createOpenApiDocument(): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: {
      title: 'Company portal API',
      version,
      description: 'What the portal, its scripts and its integrations call. Every problem has the body `ProblemBody`.',
    },
    servers: [{ url: '/api' }],
    commonSchemas: {
      ProblemBody: { schema: ProblemBody },
      FieldProblem: { schema: FieldProblem },
      IntakeBatch: { schema: IntakeBatch },
    },
  });
  const endpoints = new Map(listEndpoints(contract));
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [
    path,
    describePath(item as OpenAPI.PathItemObject, endpoints),
  ]);
  return {
    ...document,
    paths: Object.fromEntries(paths) as OpenAPI.PathsObject,
    components: {
      ...document.components,
      responses: listResponses(endpoints.values()),
      securitySchemes: {
        [tokenScheme]: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        [keyScheme]: { type: 'http', scheme: 'bearer', description: 'An intake key, for assistants alone.' },
        [cookieScheme]: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by signing in.' },
      },
    },
  };
}
