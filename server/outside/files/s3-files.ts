import { findStoragePath, getCompanyFolder, getStoragePath } from './files.ts';
import type { FileStore } from './files.ts';

export type S3Settings = {
  bucket: string;
  /** Default eu-central-1. */
  region?: string | undefined;
  /** An S3 service other than Amazon's, such as `http://127.0.0.1:9000`; its addresses have the bucket in the path. */
  endpoint?: string | undefined;
  /** By default the SDK's own sources: environment, profile, instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
};

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
    async find(address) {
      const Key = findStoragePath(address);
      if (Key === undefined) return undefined;
      try {
        const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket, Key }));
        if (Body === undefined) return undefined;
        return { bytes: await Body.transformToByteArray(), contentType: ContentType ?? 'application/octet-stream' };
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
    async measure(companyId) {
      const found = { count: 0, bytes: 0 };
      for await (const { Size = 0 } of listObjects(companyId)) {
        found.count += 1;
        found.bytes += Size;
      }
      return found;
    },
    async deleteAll(companyId) {
      for await (const { Key } of listObjects(companyId)) await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}
