/** One segment of a route template, as ASP.NET Core reads it. */
export type Segment =
  | { kind: 'literal'; text: string }
  | { kind: 'parameter'; name: string; constraint: Constraint | undefined; optional: boolean }
  | { kind: 'catchAll'; name: string };

type Constraint = 'int' | 'guid' | 'alpha' | 'bool';

const CONSTRAINTS: Record<Constraint, RegExp> = {
  int: /^[+-]?\d{1,10}$/,
  guid: /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i,
  alpha: /^[a-z]*$/i,
  bool: /^(?:true|false)$/i,
};

/**
 * Parses a route such as `api/tasks/{id}` or `files/{*path}`.
 * @throws Error for a template this host does not understand (a segment that mixes text and a parameter, an unknown
 * constraint): to refuse is better than to match differently from Azure.
 */
export function parseTemplate(route: string): Segment[] {
  const segments = route
    .split('/')
    .filter((part) => part !== '')
    .map((part) => parseSegment(part, route));
  const last = segments.length - 1;
  segments.forEach((segment, index) => {
    const mustBeLast = segment.kind === 'catchAll' || (segment.kind === 'parameter' && segment.optional);
    if (mustBeLast && index !== last) throw new Error(`route "${route}": {${segment.name}} must be the last segment`);
  });
  return segments;
}

function parseSegment(part: string, route: string): Segment {
  if (!/[{}]/.test(part)) return { kind: 'literal', text: part.toLowerCase() };
  const catchAll = /^\{\*{1,2}([a-z_]\w*)\}$/i.exec(part);
  if (catchAll?.[1] !== undefined) return { kind: 'catchAll', name: catchAll[1] };
  const match = /^\{([a-z_]\w*)(?::([a-z]+))?(\?)?\}$/i.exec(part);
  if (match?.[1] === undefined) throw new Error(`route "${route}": the segment "${part}" is not supported`);
  const constraint = match[2]?.toLowerCase();
  if (constraint !== undefined && !isConstraint(constraint)) {
    throw new Error(`route "${route}": the constraint "${constraint}" is not supported`);
  }
  return { kind: 'parameter', name: match[1], constraint, optional: match[3] !== undefined };
}

function isConstraint(name: string): name is Constraint {
  return Object.hasOwn(CONSTRAINTS, name);
}

/** The parameters when the path fits, else undefined. Text matches without regard to case; `pathParts` are decoded. */
export function matchTemplate(
  segments: readonly Segment[],
  pathParts: readonly string[],
): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === 'catchAll') {
      const rest = pathParts.slice(index).join('/');
      if (rest !== '') params[segment.name] = rest;
      return params;
    }
    const part = pathParts[index];
    if (part === undefined) return segment.kind === 'parameter' && segment.optional ? params : undefined;
    if (segment.kind === 'literal') {
      if (segment.text !== part.toLowerCase()) return undefined;
    } else {
      if (part === '' || (segment.constraint !== undefined && !CONSTRAINTS[segment.constraint].test(part)))
        return undefined;
      params[segment.name] = part;
    }
  }
  return pathParts.length === segments.length ? params : undefined;
}

/** A text that orders templates as ASP.NET Core does: literals, then constrained parameters, parameters, catch-alls. */
export function precedence(segments: readonly Segment[]): string {
  return segments
    .map((segment) => {
      if (segment.kind === 'literal') return '1';
      if (segment.kind === 'catchAll') return '5';
      return segment.constraint === undefined ? '3' : '2';
    })
    .join('');
}

/** Equal for two templates that take exactly the same paths: parameter names and case do not count. */
export function shape(segments: readonly Segment[]): string {
  return segments
    .map((segment) => {
      if (segment.kind === 'literal') return segment.text;
      if (segment.kind === 'catchAll') return '{*}';
      return `{${segment.constraint ?? ''}${segment.optional ? '?' : ''}}`;
    })
    .join('/');
}
