/** A cookie to set; Azure Functions wants them apart from the headers. */
export type Cookie = {
  name: string;
  value: string;
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'Strict' | 'Lax';
  path: string;
  maxAge: number;
};

export type FileContent = { fileName: string; contentType: string; bytes: Uint8Array };

/** An answer that is more than its body. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly cookies: readonly Cookie[];
  readonly file: FileContent | undefined;

  private constructor(status: number, body: unknown, cookies: readonly Cookie[], file?: FileContent) {
    this.status = status;
    this.body = body;
    this.cookies = cookies;
    this.file = file;
  }

  /** A body of the endpoint's response shape with another status than 200, or with cookies. */
  static json(body: unknown, options: { status?: number; cookies?: readonly Cookie[] } = {}): Reply {
    return new Reply(options.status ?? 200, body, options.cookies ?? []);
  }

  static file(file: FileContent): Reply {
    return new Reply(200, undefined, [], file);
  }
}
