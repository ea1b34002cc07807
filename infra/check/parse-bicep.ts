import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Language, type Node, Parser } from 'web-tree-sitter';
import type { BicepFile, Declaration, Decorator, Place } from './bicep-ast.ts';
import type { Report } from './faults.ts';
import { childrenNamed, expressionOf, placeOf, resourceOf, stringOf } from './read-expression.ts';
import { typeOf } from './read-type.ts';

/**
 * The grammar has no `param name = value`, which a .bicepparam consists of. As `var` it has; the length stays, so that
 * places do.
 */
const asVariables = (text: string) => text.replace(/^param(?=[ \t]+\w+[ \t]*=)/gm, 'var  ');

export type ParseBicep = (path: string, text: string, report: Report) => BicepFile;

/** Loads the grammar, once for a process. */
let loaded: Promise<ParseBicep> | undefined;
export function loadBicepParser(): Promise<ParseBicep> {
  loaded ??= loadParser();
  return loaded;
}

async function loadParser(): Promise<ParseBicep> {
  await Parser.init();
  const wasm = createRequire(import.meta.url).resolve('tree-sitter-bicep/tree-sitter-bicep.wasm');
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(wasm)));
  return (path, text, report) => {
    const ofParameters = path.endsWith('.bicepparam');
    const tree = parser.parse(ofParameters ? asVariables(text) : text);
    if (tree === null) throw new Error(`${path}: tree-sitter gave no tree`);
    try {
      return fileOf(path, text, tree.rootNode, ofParameters, report);
    } finally {
      tree.delete();
    }
  };
}

function fileOf(path: string, text: string, root: Node, ofParameters: boolean, report: Report): BicepFile {
  const file: BicepFile = {
    path,
    text,
    targetScope: 'resourceGroup',
    using: undefined,
    imported: [],
    declarations: [],
  };
  // What stands within a node that did not parse is not read: it would only make more faults of the same cause.
  if (root.hasError) {
    const lines = text.split('\n');
    for (const node of brokenNodes(root)) {
      const spreads = /(^|[^.])\.\.\.\w/.test(lines[node.startPosition.row] ?? '');
      report(placeOf(node), spreads ? NO_SPREAD : syntaxFault(node));
    }
    return file;
  }
  let decorators: Decorator[] = [];
  let endRow = -1;
  for (const node of root.namedChildren) {
    if (node.type === 'comment' || node.type === 'diagnostic_comment') continue;
    if (node.startPosition.row === endRow) report(placeOf(node), 'a declaration starts on a line of its own');
    endRow = node.endPosition.row;
    if (node.type === 'decorators') {
      decorators = decoratorsOf(node, report);
      continue;
    }
    readStatement(node, file, decorators, ofParameters, report);
    decorators = [];
  }
  return file;
}

function* brokenNodes(node: Node): Generator<Node> {
  if (node.isError || node.isMissing) {
    yield node;
    return;
  }
  for (const child of node.children) if (child.hasError || child.isMissing) yield* brokenNodes(child);
}

const NO_SPREAD = 'syntax: tree-sitter-bicep has no spread (...); union() and concat() do the same';

function syntaxFault(node: Node): string {
  if (node.isMissing) return `syntax: ${node.type} is missing here`;
  const start = node.text.split('\n')[0]?.trim().slice(0, 40) ?? '';
  return start === '' ? 'syntax: this is not Bicep' : `syntax: \`${start}\` is not Bicep here`;
}

const decoratorsOf = (node: Node, report: Report): Decorator[] =>
  childrenNamed(node).map((one) => {
    const call = expressionOf(childrenNamed(one)[0], report);
    return call.kind === 'call'
      ? { name: call.name, args: call.args, at: call.at }
      : { name: '', args: [], at: placeOf(one) };
  });

function readStatement(
  node: Node,
  file: BicepFile,
  decorators: Decorator[],
  ofParameters: boolean,
  report: Report,
): void {
  const strings = () => childrenNamed(node).filter((one) => one.type === 'string');
  switch (node.type) {
    case 'target_scope_assignment':
      file.targetScope = stringOf(strings()[0], report) ?? '';
      return;
    case 'using_statement':
      file.using = { path: stringOf(strings()[0], report) ?? '', at: placeOf(strings()[0] ?? node) };
      return;
    case 'import_functionality':
      file.imported.push(...importedNames(node));
      return;
    case 'metadata_declaration':
    case 'assert_statement':
    case 'test_block':
    case 'import_statement':
    case 'import_with_statement':
      return;
    default: {
      const declaration = declarationOf(node, decorators, ofParameters, report);
      if (declaration === undefined) report(placeOf(node), `${node.type} is not checked here; write it otherwise`);
      else file.declarations.push(declaration);
    }
  }
}

function importedNames(node: Node): { name: string; at: Place }[] {
  const names: { name: string; at: Place }[] = [];
  let renames = false;
  for (const child of node.children) {
    if (child.type === 'as') renames = true;
    if (child.type !== 'identifier') continue;
    if (renames) names.pop();
    renames = false;
    names.push({ name: child.text, at: placeOf(child) });
  }
  return names.filter(({ name }) => name !== '*');
}

/** Undefined for what is no declaration. */
function declarationOf(
  node: Node,
  decorators: Decorator[],
  ofParameters: boolean,
  report: Report,
): Declaration | undefined {
  const named = childrenNamed(node);
  const [identifier, second] = named;
  if (identifier === undefined) return undefined;
  const base = { name: identifier.text, at: placeOf(identifier), decorators };
  const value = () => expressionOf(named.at(-1), report);
  switch (node.type) {
    case 'parameter_declaration': {
      const hasDefault = node.children.some((one) => one.type === '=');
      return { ...base, kind: 'param', type: typeOf(second, report), value: hasDefault ? value() : undefined };
    }
    case 'variable_declaration': {
      const isAssignment = ofParameters && node.text.startsWith('var  ');
      return { ...base, kind: isAssignment ? 'assign' : 'var', value: value() };
    }
    case 'output_declaration':
      return { ...base, kind: 'output', type: typeOf(second, report), value: value() };
    case 'type_declaration':
      return { ...base, kind: 'type', type: typeOf(second, report) };
    case 'user_defined_function':
      return {
        ...base,
        kind: 'func',
        parameters: childrenNamed(second).map((one) => ({
          name: childrenNamed(one)[0]?.text ?? '',
          type: typeOf(childrenNamed(one)[1], report),
        })),
        returns: typeOf(named[2], report),
        body: value(),
      };
    case 'resource_declaration':
      return resourceOf(node, decorators, report);
    case 'module_declaration':
      return {
        ...base,
        kind: 'module',
        path: stringOf(second, report) ?? '',
        pathAt: placeOf(second ?? node),
        body: value(),
      };
    default:
      return undefined;
  }
}
