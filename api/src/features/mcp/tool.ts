import type { Endpoint } from '@tenantry/contract/endpoint';
import type { ErrorBody } from '@tenantry/contract/errors';
import * as z from 'zod/mini';
import type { InProcessCalls } from '../../http/in-process.ts';
import type { HelpArticles } from '../../ports/help-articles.ts';
import type { McpObject, McpTool } from '../../ports/mcp.ts';

/** What a tool works with: the calls of one caller, whose answers have their marks already. */
export type ToolParts = { calls: InProcessCalls; articles: HelpArticles };

/** What a tool found, or why a call that it stands on was refused. */
export type ToolResult = { ok: true; data: McpObject } | { ok: false; error: ErrorBody };

export type Tool = McpTool & {
  /** The calls that it stands on: it can do what they can, and nothing else. */
  endpoints: readonly Endpoint[];
  input: z.ZodMiniType<McpObject>;
  run(input: McpObject, parts: ToolParts): Promise<ToolResult>;
};

type Shape = Readonly<Record<string, z.ZodMiniType>>;
type InputOf<S extends Shape> = z.output<z.ZodMiniObject<S>>;

type Declared<S extends Shape> = {
  name: string;
  title: string;
  description: string;
  endpoints: readonly Endpoint[];
  /** What it takes. */
  input: S;
  /** What each of them is, for the model that fills them in. */
  about: { [K in keyof S]: string };
  /** It makes something that was not there. Without it nothing is changed. */
  proposes?: { isIdempotent: boolean };
  run(input: InputOf<S>, parts: ToolParts): Promise<ToolResult>;
};

/** The schema of the input with a description of each field; what no schema can say is left to the check of the input. */
function inputSchemaOf(input: z.ZodMiniType, about: Readonly<Record<string, string>>): McpObject {
  // The protocol says by itself which dialect it is (MCP 2025-11-25, "JSON Schema Usage").
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const properties = (schema.properties ?? {}) as Record<string, McpObject>;
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, { ...one, description: about[name] ?? '' }]),
    ),
  };
}

/** A tool with its hints made from what it does: a reader changes nothing, a proposal makes something and takes nothing away. */
export function defineTool<S extends Shape>(declared: Declared<S>): Tool {
  const { name, title, description, endpoints, about, proposes, run } = declared;
  const input = z.strictObject(declared.input);
  return {
    name,
    title,
    description,
    endpoints,
    input: input as unknown as Tool['input'],
    inputSchema: inputSchemaOf(input, about),
    annotations: {
      readOnlyHint: proposes === undefined,
      destructiveHint: false,
      idempotentHint: proposes === undefined || proposes.isIdempotent,
      openWorldHint: false,
    },
    // The input was parsed by this schema before.
    run: (given, parts) => run(given as InputOf<S>, parts),
  };
}
