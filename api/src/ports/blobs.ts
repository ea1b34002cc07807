/** The container of the storage account that holds the product's files. */
export const fileContainer = 'tenantry';

/** Files: scan checkpoints, reports, exports. Names use `/` for folders. */
export interface Blobs {
  write(name: string, content: Uint8Array | string, contentType: string): Promise<void>;
  /** Writes a file that is never written again. @returns false where there is one of this name already */
  create(name: string, content: Uint8Array | string, contentType: string): Promise<boolean>;
  /**
   * Writes a file part by part, of which it holds a few MB at a time; until the last part is there, so is no file.
   * @returns its size in bytes
   */
  writeParts(name: string, parts: AsyncIterable<Uint8Array>, contentType: string): Promise<number>;
  /** An address at which whoever has it gets the file, under this name, until then. */
  linkTo(name: string, as: { fileName: string; until: Date }): Promise<string>;
  read(name: string): Promise<Uint8Array | null>;
  /** Names that begin with the prefix. */
  list(prefix: string): AsyncIterable<string>;
  delete(name: string): Promise<void>;
}
