import { type Plugin, parseAst } from 'vite';

type Value = string | number | null | Value[] | { [name: string]: Value };
/** A node of the syntax tree, as far as we look at one. */
type Node = { type: string; start: number; end: number; [field: string]: unknown };
type Edit = { node: Node; value: Value };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

/** What a node stands for; undefined for what is known only when it runs. */
function literalOf(node: Node): Value | undefined {
  if (node.type === 'Literal') return node.value as Value;
  if (node.type === 'UnaryExpression' && node.operator === '-') return -Number(literalOf(node.argument as Node));
  if (node.type === 'ArrayExpression') {
    const values = nodesIn(node.elements).map(literalOf);
    return values.includes(undefined) ? undefined : (values as Value[]);
  }
  if (node.type !== 'ObjectExpression') return undefined;
  const fields = nodesIn(node.properties).map(({ key, value }) => {
    const [name] = nodesIn(key);
    return [String(name?.name ?? name?.value), nodesIn(value).map(literalOf)[0]] as const;
  });
  return fields.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(fields) as Value);
}

const classNamesIn = (text: string): string[] => [...text.matchAll(/\.([fr]\w+)/g)].map(([, name]) => name ?? '');

/** A rule without the blocks that are only for text from right to left; empty where nothing is left. */
function ruleWithout(mirrored: ReadonlySet<string>, rule: string): string {
  const withoutBlocks = rule.replace(/([^{}]*)\{[^{}]*\}/g, (block, selector: string) =>
    classNamesIn(selector).some((name) => mirrored.has(name)) ? '' : block,
  );
  return withoutBlocks === rule ? rule : withoutBlocks.replace(/^@[^{}]*\{\s*\}$/, '');
}

/** The rules by bucket. An entry is a rule, or a rule with what is known of it. */
function rulesWithout(mirrored: ReadonlySet<string>, rules: Value): Value {
  if (typeof rules === 'string') return ruleWithout(mirrored, rules);
  if (Array.isArray(rules)) {
    return rules
      .map((entry) =>
        Array.isArray(entry)
          ? [rulesWithout(mirrored, entry[0] ?? ''), ...entry.slice(1)]
          : rulesWithout(mirrored, entry),
      )
      .filter((entry) => (Array.isArray(entry) ? entry[0] : entry) !== '');
  }
  if (typeof rules !== 'object' || rules === null) throw new Error('Styles of Fluent have rules of an unknown kind');
  return Object.fromEntries(
    Object.entries(rules).map(([bucket, entries]) => [bucket, rulesWithout(mirrored, entries)]),
  );
}

/** `__styles(classes by slot and property, rules)`: a class, or one for each direction. */
function ofStyles(classes: Node, rules: Node): Edit[] {
  const [classesBySlot, allRules] = [literalOf(classes), literalOf(rules)];
  if (classesBySlot === undefined || allRules === undefined) return [];
  const kept = new Set<string>();
  const mirrored = new Set<string>();
  const slots = Object.entries(classesBySlot as Record<string, Record<string, Value>>).map(([slot, properties]) => {
    const leftToRight = Object.entries(properties).map(([property, value]) => {
      const [first, second] = Array.isArray(value) ? value : [value];
      if (typeof first === 'string') kept.add(first);
      if (typeof second === 'string') mirrored.add(second);
      return [property, first ?? 0];
    });
    return [slot, Object.fromEntries(leftToRight)];
  });
  for (const name of kept) mirrored.delete(name);
  return [
    { node: classes, value: Object.fromEntries(slots) },
    { node: rules, value: rulesWithout(mirrored, allRules) },
  ];
}

/** `__resetStyles(class, class from right to left, rules)`. */
function ofResetStyles(mirroredClass: Node, rules: Node): Edit[] {
  const [name, allRules] = [literalOf(mirroredClass), literalOf(rules)];
  if (typeof name !== 'string' || allRules === undefined) return [];
  return [
    { node: mirroredClass, value: null },
    { node: rules, value: rulesWithout(new Set([name]), allRules) },
  ];
}

function editsIn(node: Node): Edit[] {
  const callee = isNode(node.callee) ? node.callee.name : undefined;
  const [first, second, third] = nodesIn(node.arguments);
  if (callee === '__styles' && first && second) return ofStyles(first, second);
  if (callee === '__resetStyles' && second && third) return ofResetStyles(second, third);
  return Object.values(node).flatMap(nodesIn).flatMap(editsIn);
}

/**
 * Styles of a component of Fluent without their mirror images.
 * @param code of its module, as the package has it
 */
export function leftToRightOf(code: string): string {
  const edits = editsIn(parseAst(code) as unknown as Node).sort((a, b) => b.node.start - a.node.start);
  return edits.reduce(
    (text, { node, value }) => text.slice(0, node.start) + JSON.stringify(value) + text.slice(node.end),
    code,
  );
}

/** Our pages run from left to right: styles that are known at build time need no mirror image. */
export const leftToRightStyles: Plugin = {
  name: 'left-to-right-styles',
  apply: 'build',
  transform: {
    filter: { id: /@fluentui\/react-[^/]+\/lib\/.*\.js$/, code: /__(reset)?[sS]tyles\(/ },
    handler: (code) => leftToRightOf(code),
  },
};
