/** Log of the database for operators; the server's pino logger fits. */
export type DatabaseLog = {
  info(message: string): void;
  warn(line: string | { err: unknown }, message?: string): void;
  error(message: string): void;
};
