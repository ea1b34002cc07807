import type { StateTable } from '../src/ports/state.ts';

/**
 * A state table whose writes are done while their answers are lost: the client asks again, and is refused because of its own first
 * try. What it then sees is this.
 */
export function withLostAnswers<T extends Record<string, string | number | boolean>>(
  table: StateTable<T>,
): StateTable<T> {
  return {
    ...table,
    create: async (...asked) => {
      await table.create(...asked);
      return table.create(...asked);
    },
    replace: async (...asked) => {
      await table.replace(...asked);
      return table.replace(...asked);
    },
    delete: async (...asked) => {
      await table.delete(...asked);
      return table.delete(...asked);
    },
  };
}
