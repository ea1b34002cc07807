import { parseSync } from 'vite';

/**
 * Every module that a TypeScript file names, type-only imports included: import, export from, import(), the type
 * import('x').Y, require and import = require.
 * @throws Error when the file does not parse.
 */
export function findImports(fileName: string, source: string): string[] {
  const { program, errors } = parseSync(fileName, source);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors.map((error) => error.message).join('; ')}`);
  const found = new Set<string>();
  visit(program, (node) => {
    const asked = moduleOf(node);
    if (asked === undefined) return;
    const literal =
      isNode(asked) && asked.type === 'Literal' && typeof asked.value === 'string' ? asked.value : undefined;
    if (literal !== undefined) found.add(literal);
  });
  return [...found];
}

interface Node {
  type: string;
  [key: string]: unknown;
}

/** The part of a node that holds a module's name, or undefined when the node names none. */
function moduleOf(node: Node): unknown {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source ?? undefined;
    case 'TSExternalModuleReference':
      return node.expression;
    case 'CallExpression':
      return isNode(node.callee) && node.callee.name === 'require' && Array.isArray(node.arguments)
        ? node.arguments[0]
        : undefined;
    default:
      return undefined;
  }
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) see(value);
  for (const child of Object.values(value)) visit(child, see);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
