import type { GraphAnswer } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';

/** One path below /v1.0; `{name}` stands for one segment. */
export interface GraphRoute {
  path: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  answer(call: GraphCall): GraphAnswer;
}
