/** A backup or restore that can not be done: its message is one line for the operator. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

/** The name of the file is another one's. */
export class NameTaken extends BackupRefused {}
