import { InvalidCursorError, type Scalar } from '../ports/collection.ts';

/** Where a page ended: the order's value and the id of its last record. Opaque to callers. */
export type Position = { value: Scalar; id: string };

export function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify([position.value, position.id])).toString('base64url');
}

/** @throws InvalidCursorError */
export function decodeCursor(cursor: string): Position {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new InvalidCursorError();
    throw error;
  }
  if (!Array.isArray(parsed) || parsed.length !== 2) throw new InvalidCursorError();
  const [value, id] = parsed;
  const isScalar = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  if (!isScalar || typeof id !== 'string') throw new InvalidCursorError();
  return { value, id };
}
