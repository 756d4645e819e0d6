import { StorageFailed } from '../../lib/storage-failed.ts';
import type { FileStore } from './files.ts';

const deniedKey =
  'the object store does not know the key, or it has expired: correct FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY';
const deniedAccess = 'the key may not use the bucket: let it list, get, put and delete objects in FILES_S3_BUCKET';
const wrongRegion = 'the bucket is in another region: correct FILES_S3_REGION, or FILES_S3_ENDPOINT';
const unknownHost = 'the host of the object store is not known: correct FILES_S3_ENDPOINT or FILES_S3_REGION';
const noAnswer =
  'the object store does not answer: start it, or correct FILES_S3_ENDPOINT (its host and port, and whether it is https)';
const wrongScheme =
  'the object store speaks http where https is set, or the other way round: correct FILES_S3_ENDPOINT';
const noTrust =
  'the certificate of the object store is not trusted, or is of another host: correct FILES_S3_ENDPOINT, or name its authority by NODE_EXTRA_CA_CERTS';
const noStore = 'FILES_S3_ENDPOINT does not answer as an object store: correct its address and port';
const isFull = 'the object store is full, or its quota is used up: free some space there';
const isBusy = 'the object store is busy or failing: look at its own log';

/** By the name or code of the error of the S3 client. */
const s3Reasons: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket: create it, or correct FILES_S3_BUCKET',
  InvalidBucketName: 'the object store takes no such name of a bucket: correct FILES_S3_BUCKET',
  InvalidAccessKeyId: deniedKey,
  InvalidToken: deniedKey,
  ExpiredToken: deniedKey,
  UnrecognizedClientException: deniedKey,
  SignatureDoesNotMatch: 'the secret of the key is wrong: correct FILES_S3_SECRET_ACCESS_KEY',
  CredentialsProviderError:
    'no key for the object store was found: set FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY',
  AccessDenied: deniedAccess,
  Forbidden: deniedAccess,
  AllAccessDisabled: deniedAccess,
  AccountProblem: deniedAccess,
  PermanentRedirect: wrongRegion,
  TemporaryRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  RequestTimeTooSkewed: 'the clocks of the object store and of this machine differ: set the wrong one',
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ECONNREFUSED: noAnswer,
  ECONNRESET: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  ETIMEDOUT: noAnswer,
  EPIPE: noAnswer,
  TimeoutError: noAnswer,
  EPROTO: wrongScheme,
  QuotaExceeded: isFull,
  InsufficientStorage: isFull,
  XMinioStorageFull: isFull,
  SlowDown: isBusy,
  InternalError: isBusy,
  ServiceUnavailable: isBusy,
};

const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;

/** By the code of the file system. */
const folderReasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not use DATA_DIR/files: give it to the user',
  EPERM: 'this user may not use DATA_DIR/files: give it to the user',
  EROFS: 'the disk of DATA_DIR/files can only be read: mount it writable',
  ENOTDIR: 'DATA_DIR/files is a file, or lies below one: make it a folder',
  ENOENT: 'DATA_DIR/files is gone: mount its disk, or start the portal again',
  EIO: 'the disk of DATA_DIR/files does not work: look at it',
};

interface Failure extends NodeJS.ErrnoException {
  readonly $metadata?: { readonly httpStatusCode?: number };
}

function findS3Reason(failure: Failure): string {
  const { name, code = '', $metadata, message } = failure;
  if (certificateCode.test(code)) return noTrust;
  const known = s3Reasons[name] ?? s3Reasons[code];
  if (known !== undefined) return known;
  // An answer in http on a port of TLS, or in TLS on a port of http.
  if (code.startsWith('HPE_')) return wrongScheme;
  const status = $metadata?.httpStatusCode;
  if (status === 403) return deniedAccess;
  if (status === 301 || status === 307) return wrongRegion;
  if (status !== undefined && status >= 500) return isBusy;
  if (status === undefined || status < 400 || /deserializ|is not expected/i.test(message)) return noStore;
  return `the object store denies it (${name}, ${status}): look at FILES_S3_BUCKET, its address and its keys`;
}

/** Errors of the caller, and a full disk, which has an answer of its own. */
const isOther = (failure: Failure) => failure instanceof TypeError || ['ENOSPC', 'EDQUOT'].includes(failure.code ?? '');

/** The error of a store, as StorageFailed where the storage is at fault. */
export function toStorageFailed(error: unknown, kind: 's3' | 'local'): unknown {
  const failure = error as Failure;
  if (!(error instanceof Error) || isOther(failure)) return error;
  if (kind === 's3') return new StorageFailed(findS3Reason(failure), { cause: error });
  if (failure.code === undefined) return error;
  const reason = folderReasons[failure.code] ?? `DATA_DIR/files can not be used (${failure.code})`;
  return new StorageFailed(reason, { cause: error });
}

/** The store, whose failures are StorageFailed. */
export function explainFailures(store: FileStore, kind: 's3' | 'local'): FileStore {
  const explain = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw toStorageFailed(error, kind);
    }
  };
  return {
    put: (...file) => explain(store.put(...file)),
    find: (...asked) => explain(store.find(...asked)),
    delete: (address) => explain(store.delete(address)),
    measure: (companyId) => explain(store.measure(companyId)),
    deleteAll: (companyId) => explain(store.deleteAll(companyId)),
  };
}
