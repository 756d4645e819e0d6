/** A stored file. `bytes` is the whole content: what the portal keeps (logos, invoices) is at most a few megabytes. */
export type StoredFile = { bytes: Uint8Array; contentType: string };

/**
 * Where a file is: the company it belongs to, which comes from the transaction or the token and never from the
 * asker, and the file's key, 128 random bits in base64url. The wall between companies thus stands in storage too.
 */
export type FileAddress = { companyId: string; key: string };

/** Where files are kept, as the rest of the product sees it. */
export type FileStore = {
  /** Stores the whole file or nothing; replaces a file at the same address. */
  put(address: FileAddress, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Undefined where nothing is, and for anything that is no address. */
  find(address: FileAddress): Promise<StoredFile | undefined>;
  /** Deleting what is not there is no error. */
  delete(address: FileAddress): Promise<void>;
};

const companyPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const keyPattern = /^[A-Za-z0-9_-]{22}$/;
const contentTypePattern = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,60}$/;

/**
 * The path of a file inside a store: the company's folder and the key. Undefined for anything else than an address,
 * so that no forged key reaches a file system or a bucket.
 */
export function findStoragePath({ companyId, key }: FileAddress): string | undefined {
  return companyPattern.test(companyId) && keyPattern.test(key) ? `${companyId}/${key}` : undefined;
}

/** The path and content type to store under; throws where the caller's address or type is none. */
export function getStoragePath(address: FileAddress, contentType: string): string {
  const path = findStoragePath(address);
  if (path === undefined) throw new TypeError('not the address of a file');
  if (!contentTypePattern.test(contentType)) throw new TypeError('not a content type');
  return path;
}
