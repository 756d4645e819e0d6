import { findStoragePath, getStoragePath } from './files.ts';
import type { FileStore } from './files.ts';

export type S3Settings = {
  bucket: string;
  /** Default eu-central-1. */
  region?: string | undefined;
  /** Another S3 service than Amazon's, e.g. `http://127.0.0.1:9000`; the bucket is then part of the path. */
  endpoint?: string | undefined;
  /** Without them the SDK looks where it always does: environment, profile, instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
};

/** Keeps files in an S3 bucket. The SDK (some 40 MB of memory) is loaded here only, for those who use it. */
export async function openS3Files(settings: S3Settings): Promise<FileStore> {
  const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand } = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, region = 'eu-central-1', endpoint, credentials } = settings;
  const client = new S3Client({
    region,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000 },
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
  });
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
  };
}
