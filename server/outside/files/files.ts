import { uuidPart } from '#contract/uuid.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { traceStep } from '../../lib/tracing/spans.ts';

/** A stored file. `bytes` is the whole content, because files (logos, invoices) have at most a few megabytes. */
export type StoredFile = { bytes: Uint8Array; contentType: string };

/**
 * A file's company and key (128 random bits in base64url). `companyId` comes from the transaction or the token and never
 * from the request, so that companies are separated in storage too.
 */
export type FileAddress = { companyId: string; key: string };

/** The port of file storage. */
export type FileStore = {
  /** Stores the whole file or nothing; replaces a file at the same address. */
  put(address: FileAddress, bytes: Uint8Array, contentType: string): Promise<void>;
  /**
   * Undefined for a missing file and for an invalid address.
   * @param into where the bytes are written, if they fit, instead of in a new buffer
   */
  find(address: FileAddress, into?: Uint8Array): Promise<StoredFile | undefined>;
  /** Deleting a missing file is no error. */
  delete(address: FileAddress): Promise<void>;
  /** All files of a company, also those that no row names. */
  measure(companyId: string): Promise<{ count: number; bytes: number }>;
  /** Deletes all files of a company; where there are none it is no error. */
  deleteAll(companyId: string): Promise<void>;
};

const companyPattern = new RegExp(`^${uuidPart}$`);
const keyPattern = /^[A-Za-z0-9_-]{22}$/;
const contentTypePattern = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,60}$/;

/**
 * The path of a file in a store: the company's folder and the key. Undefined for an invalid address, so that no forged
 * key reaches a file system or a bucket.
 */
export function findStoragePath({ companyId, key }: FileAddress): string | undefined {
  return companyPattern.test(companyId) && keyPattern.test(key) ? `${companyId}/${key}` : undefined;
}

/** The folder of a company in a store. @throws TypeError for an invalid id, because that could be a folder of all companies */
export function getCompanyFolder(companyId: string): string {
  if (!companyPattern.test(companyId)) throw new TypeError('not the id of a company');
  return companyId;
}

/** Path and content type of a file to store. @throws TypeError for an invalid address or content type */
export function getStoragePath(address: FileAddress, contentType: string): string {
  const path = findStoragePath(address);
  if (path === undefined) throw new TypeError('not the address of a file');
  if (!contentTypePattern.test(contentType)) throw new TypeError('not a content type');
  return path;
}

/** The store, which counts its work. */
export function countFiles(store: FileStore, count: Metrics['count']): FileStore {
  const counted = async <T>(operation: 'put' | 'find' | 'delete', work: Promise<T>): Promise<T> => {
    try {
      const result = await work;
      count('steward_file_store_calls_total', { operation, outcome: 'done' });
      return result;
    } catch (error) {
      count('steward_file_store_calls_total', { operation, outcome: 'failed' });
      throw error;
    }
  };
  return {
    ...store,
    put: (...file) => counted('put', store.put(...file)),
    find: (...asked) => counted('find', store.find(...asked)),
    delete: (address) => counted('delete', store.delete(address)),
    deleteAll: (companyId) => counted('delete', store.deleteAll(companyId)),
  };
}

/** The store, with its work as steps of what is traced. */
export const traceFiles = (store: FileStore): FileStore => ({
  put: (...file) => traceStep({ name: 'put file', isCall: true }, () => store.put(...file)),
  find: (...asked) => traceStep({ name: 'find file', isCall: true }, () => store.find(...asked)),
  delete: (address) => traceStep({ name: 'delete file', isCall: true }, () => store.delete(address)),
  measure: (companyId) => traceStep({ name: 'measure files', isCall: true }, () => store.measure(companyId)),
  deleteAll: (companyId) => traceStep({ name: 'delete files', isCall: true }, () => store.deleteAll(companyId)),
});
