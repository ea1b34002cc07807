/** Files: scan checkpoints, reports, exports. Names use `/` for folders. */
export interface Blobs {
  write(name: string, content: Uint8Array | string, contentType: string): Promise<void>;
  read(name: string): Promise<Uint8Array | null>;
  /** Names that begin with the prefix. */
  list(prefix: string): AsyncIterable<string>;
  delete(name: string): Promise<void>;
}
