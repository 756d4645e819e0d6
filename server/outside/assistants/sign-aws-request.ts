import { createHash, createHmac } from 'node:crypto';

export interface AwsRequest {
  readonly host: string;
  /** Without a query, of characters that need no encoding. */
  readonly path: string;
  readonly region: string;
  readonly service: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly now: Date;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** The headers of a GET without a query and a body, signed by AWS Signature Version 4. */
export function signAwsRequest(request: AwsRequest): Record<string, string> {
  const { host, path, region, service, accessKeyId, secretAccessKey, now } = request;
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
  const signedHeaders = 'host;x-amz-date';
  const canonical = ['GET', path, '', `host:${host}`, `x-amz-date:${time}`, '', signedHeaders, sha256('')].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const parts = [time.slice(0, 8), region, service, 'aws4_request'];
  const key = parts.reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secretAccessKey}`);
  const signature = hmac(key, toSign).toString('hex');
  return {
    'x-amz-date': time,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  };
}
