import { randomBytes } from 'node:crypto';

/** A stored file. `bytes` is the whole content: what the portal keeps (logos, invoices) is at most a few megabytes. */
export type StoredFile = { bytes: Uint8Array; contentType: string };

/** Where files are kept, as the rest of the product sees it. Keys come from `newFileKey` and nowhere else. */
export type FileStore = {
  /** Stores the whole file or nothing; replaces a file of the same key. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Undefined for a key that is not there, and for anything that is no key. */
  find(key: string): Promise<StoredFile | undefined>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
};

const fileKey = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9a-f]{32}$/;
const contentTypePattern = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,60}$/;

/**
 * Makes the key of a new file: the company's id, a slash and 128 random bits in hexadecimal. The company's folder
 * keeps the wall between companies visible in storage too; nothing of a file's name or content is in its key.
 */
export function newFileKey(companyId: string): string {
  const key = `${companyId.toLowerCase()}/${randomBytes(16).toString('hex')}`;
  if (!isFileKey(key)) throw new TypeError('a file key needs the id of a company');
  return key;
}

/** Tells whether `key` is one that `newFileKey` could have made; anything else never reaches a path or an address. */
export function isFileKey(key: string): boolean {
  return fileKey.test(key);
}

/**
 * Tells whether a key lies in the company's folder. A caller that got the key from outside asks this before it reads.
 */
export function isFileOfCompany(key: string, companyId: string): boolean {
  return isFileKey(key) && key.startsWith(`${companyId.toLowerCase()}/`);
}

/** Throws on a key or a content type that no caller of ours should have sent. */
export function assertStorable(key: string, contentType: string): void {
  if (!isFileKey(key)) throw new TypeError('not a file key');
  if (!contentTypePattern.test(contentType)) throw new TypeError('not a content type');
}
