/** A backup or restore that can not be done: its message is one line for the operator. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}
