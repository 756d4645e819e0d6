import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

type Answer = { status?: number; body: object };

/** A call as it came. */
interface PoolCall {
  readonly operation: string;
  readonly body: Record<string, unknown>;
}

/**
 * Answers as AWS documents it where the emulator has no such operation or checks nothing: a test says what the pool answers
 * to each operation, and sees what it was asked. Its tokens are signed with a key of its own.
 */
export interface CognitoServer {
  readonly endpoint: string;
  readonly calls: PoolCall[];
  /** Sets the answer of an operation from now on. */
  on(operation: string, answer: Answer | ((call: PoolCall['body']) => Answer)): void;
  /** The tokens of a sign-in; claims and header of the identity token as a test wants them. */
  sign(claims: Record<string, unknown>): Promise<{ IdToken: string; AccessToken: string; RefreshToken: string }>;
  stop(): Promise<void>;
}

/** The body of a denial. */
export const denial = (exception: string, message = exception): Answer => ({
  status: 400,
  body: { __type: exception, message },
});

export async function startCognitoServer(): Promise<CognitoServer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }] };
  const answers = new Map<string, (call: PoolCall['body']) => Answer>();
  const calls: PoolCall[] = [];
  const server = createServer(async (request, response) => {
    const send = ({ status = 200, body }: Answer) => response.writeHead(status).end(JSON.stringify(body));
    if (request.method === 'GET') return send({ body: jwks });
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as PoolCall['body'];
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    calls.push({ operation, body });
    return send(answers.get(operation)?.(body) ?? denial('UnknownOperationException'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    on(operation, answer) {
      answers.set(operation, typeof answer === 'function' ? answer : () => answer);
    },
    async sign(claims) {
      const IdToken = await new SignJWT({
        token_use: 'id',
        email_verified: true,
        iat: Math.floor(Date.now() / 1000),
        exp: Math.floor(Date.now() / 1000) + 3600,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .sign(privateKey);
      return { IdToken, AccessToken: 'an-access-token', RefreshToken: 'a-refresh-token' };
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
