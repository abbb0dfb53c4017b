/** The embedded database cannot be started; the message says why and what to do. */
export class EmbeddedDatabaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedDatabaseError';
  }
}

/** Another running process uses the same data folder. */
export class DatabaseFolderInUse extends EmbeddedDatabaseError {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Stop that process, or set DATA_DIR to another folder.`,
    );
    this.name = 'DatabaseFolderInUse';
  }
}
