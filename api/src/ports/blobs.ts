/** Files: scan checkpoints, reports, exports. Names use `/` for folders. */
export interface Blobs {
  write(name: string, content: Uint8Array | string, contentType: string): Promise<void>;
  /** Writes a file that is never written again. @returns false where there is one of this name already */
  create(name: string, content: Uint8Array | string, contentType: string): Promise<boolean>;
  read(name: string): Promise<Uint8Array | null>;
  /** Names that begin with the prefix. */
  list(prefix: string): AsyncIterable<string>;
  delete(name: string): Promise<void>;
}
