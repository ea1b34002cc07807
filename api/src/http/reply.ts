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
  /** Where the browser goes next. */
  readonly location: string | undefined;
  /** There is nothing to say beside the status. */
  readonly isEmpty: boolean;

  private constructor(
    status: number,
    body: unknown,
    cookies: readonly Cookie[],
    file?: FileContent,
    location?: string,
    isEmpty = false,
  ) {
    this.status = status;
    this.body = body;
    this.cookies = cookies;
    this.file = file;
    this.location = location;
    this.isEmpty = isEmpty;
  }

  /** A body of the endpoint's response shape with another status than 200, or with cookies. */
  static json(body: unknown, options: { status?: number; cookies?: readonly Cookie[] } = {}): Reply {
    return new Reply(options.status ?? 200, body, options.cookies ?? []);
  }

  /** Sends the browser to an address: of ours, or of Microsoft's sign-in pages. */
  static redirect(location: string, options: { cookies?: readonly Cookie[] } = {}): Reply {
    return new Reply(302, undefined, options.cookies ?? [], undefined, location);
  }

  /** A status without a body, such as 202 for what was taken. */
  static empty(status: number): Reply {
    return new Reply(status, undefined, [], undefined, undefined, true);
  }

  static file(file: FileContent): Reply {
    return new Reply(200, undefined, [], file);
  }
}
