/** An object of JSON. */
export type McpObject = { readonly [key: string]: unknown };

/** What a client may know of a tool before it calls it. Nothing in it comes from a tenant. */
export type McpTool = {
  name: string;
  title: string;
  description: string;
  /** A JSON Schema of an object. */
  inputSchema: McpObject;
  /** Each is true of the tool: clients ask people before they run what changes something. */
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
};

/** What a tool answers: the same as an object, and as its text. */
export type McpToolAnswer = { structured: McpObject; isError: boolean };

export type McpResource = { uri: string; name: string; title: string; description: string; mimeType: string };
export type McpResourceTemplate = Omit<McpResource, 'uri'> & { uriTemplate: string };
export type McpResourcePage = { resources: readonly McpResource[]; nextCursor?: string };
export type McpContent = { mimeType: string; text: string };

/** What one caller is offered. */
export type McpOffer = {
  server: { name: string; title: string; version: string };
  /** What a client tells its model of this server, before anything is called. */
  instructions: string;
  tools: readonly McpTool[];
  /** Null where there is no such tool. */
  call(name: string, input: McpObject): Promise<McpToolAnswer | null>;
  templates: readonly McpResourceTemplate[];
  /** Null for a cursor that was not given out. */
  list(cursor: string | undefined): Promise<McpResourcePage | null>;
  /** Null for what there is not, or what the caller does not see. */
  read(uri: string): Promise<McpContent | null>;
};

/** One message as it came over HTTP. */
export type McpExchange = { message: McpObject; header(name: string): string | null };

/** `refused`: by the transport, before the protocol looked at the message; the words are for whoever wrote the client. */
export type McpReply =
  | { kind: 'answer'; message: McpObject }
  | { kind: 'accepted' }
  | { kind: 'refused'; status: number; message: string };

/** Model Context Protocol, streamable HTTP without sessions: each message by itself. */
export interface McpProtocol {
  /** @throws what the offer threw */
  answer(offer: McpOffer, exchange: McpExchange): Promise<McpReply>;
}
