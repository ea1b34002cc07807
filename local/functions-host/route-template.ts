/** One segment of a route template, as ASP.NET Core reads it: text, or a parameter's name. */
export type Segment = { kind: 'literal'; text: string } | { kind: 'parameter'; name: string };

/**
 * Parses a route such as `api/tasks/{id}`.
 * @throws Error for a template this host does not understand (constraints, optional parameters, catch-alls, a segment that
 * mixes text and a parameter; the contract has none of them): to refuse is better than to match differently from Azure.
 */
export function parseTemplate(route: string): Segment[] {
  return route
    .split('/')
    .filter((part) => part !== '')
    .map((part): Segment => {
      if (!/[{}]/.test(part)) return { kind: 'literal', text: part.toLowerCase() };
      const name = /^\{([a-z_]\w*)\}$/i.exec(part)?.[1];
      if (name === undefined) throw new Error(`route "${route}": the segment "${part}" is not supported`);
      return { kind: 'parameter', name };
    });
}

/** The parameters when the path fits, else undefined. Text matches without regard to case; `pathParts` are decoded. */
export function matchTemplate(
  segments: readonly Segment[],
  pathParts: readonly string[],
): Record<string, string> | undefined {
  if (pathParts.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = pathParts[index] ?? '';
    if (segment.kind === 'literal') {
      if (segment.text !== part.toLowerCase()) return undefined;
    } else {
      if (part === '') return undefined;
      params[segment.name] = part;
    }
  }
  return params;
}

/** A text that orders templates as ASP.NET Core does: literals before parameters. */
export const precedence = (segments: readonly Segment[]): string =>
  segments.map(({ kind }) => (kind === 'literal' ? '1' : '2')).join('');

/** Equal for two templates that take exactly the same paths: parameter names and case do not count. */
export const shape = (segments: readonly Segment[]): string =>
  segments.map((segment) => (segment.kind === 'literal' ? segment.text : '{}')).join('/');
