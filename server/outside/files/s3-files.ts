import { findStoragePath, getCompanyFolder, getStoragePath, type FileStore } from './files.ts';

export type S3Settings = {
  bucket: string;
  /** Default eu-central-1. */
  region?: string | undefined;
  /** An S3 service other than Amazon's, such as `http://127.0.0.1:9000`; its addresses have the bucket in the path. */
  endpoint?: string | undefined;
  /** By default the SDK's own sources: environment, profile, instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
};

const unknownType = 'application/octet-stream';

/** Files in an S3 bucket. The SDK takes some 40 MB, so it is loaded on first use. */
export async function openS3Files(settings: S3Settings): Promise<FileStore> {
  const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand, paginateListObjectsV2 } =
    await import('@aws-sdk/client-s3');
  const { bucket: Bucket, region = 'eu-central-1', endpoint, credentials } = settings;
  const client = new S3Client({
    region,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000 },
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
  });
  async function* listObjects(companyId: string) {
    const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: `${getCompanyFolder(companyId)}/` });
    for await (const { Contents = [] } of pages) yield* Contents;
  }
  return {
    async put(address, bytes, contentType) {
      const Key = getStoragePath(address, contentType);
      await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentType: contentType }));
    },
    async find(address, into) {
      const Key = findStoragePath(address);
      if (Key === undefined) return undefined;
      try {
        const {
          Body,
          ContentType = unknownType,
          ContentLength,
        } = await client.send(new GetObjectCommand({ Bucket, Key }));
        if (Body === undefined) return undefined;
        const isFitting = into !== undefined && (ContentLength ?? Infinity) <= into.length;
        const bytes = isFitting ? await collect(Body as Chunks, into) : await Body.transformToByteArray();
        return { bytes, contentType: ContentType };
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return undefined;
        throw error;
      }
    },
    async delete(address) {
      const Key = findStoragePath(address);
      if (Key === undefined) return;
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    measure: (companyId) => count(listObjects(companyId)),
    async deleteAll(companyId) {
      for await (const { Key } of listObjects(companyId)) await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}

async function count(objects: AsyncIterable<{ Size?: number | undefined }>) {
  const found = { count: 0, bytes: 0 };
  for await (const { Size = 0 } of objects) {
    found.count += 1;
    found.bytes += Size;
  }
  return found;
}

type Chunks = AsyncIterable<Uint8Array>;

async function collect(chunks: Chunks, into: Uint8Array): Promise<Uint8Array> {
  let taken = 0;
  for await (const chunk of chunks) {
    into.set(chunk, taken);
    taken += chunk.length;
  }
  return into.subarray(0, taken);
}
