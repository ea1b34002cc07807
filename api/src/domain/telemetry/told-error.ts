import { isKnownCode, knownWords } from './known-words.ts';

export type ToldFields = Record<string, string | number>;

const maxFrames = 12;
const maxNested = 4;
const errorName = /^(?=[A-Z])[A-Za-z]{3,60}(?:Error|Exception)$/;
/** `at name (file:line:column)`, as V8 writes it. */
const frame =
  /^\s{0,8}at (?:async )?(?:(?:new )?([\w$.<>#]{1,80})(?: \[as [\w$]{1,60}\])? \()?(?:file:\/\/)?([^():]{1,400}):(\d{1,7}):(\d{1,7})\)?$/;

/** Whether a file of code is there: a frame names one, where other text may stand in the form of a frame. */
export type IsFile = (path: string) => boolean;

/** The frames alone, each with its file's last two names: the first lines of a stack repeat the message. */
function framesOf(stack: string, isFile: IsFile): string {
  const told: string[] = [];
  for (const line of stack.slice(0, 20_000).split('\n')) {
    const [, name = '', path = '', row = '', column = ''] = frame.exec(line) ?? [];
    if (path === '' || !isFile(path)) continue;
    const place = `${path.split('/').slice(-2).join('/')}:${row}:${column}`;
    told.push(name === '' ? place : `${name} ${place}`);
    if (told.length === maxFrames) break;
  }
  return told.join(' < ');
}

const textOf = (source: object, name: string): string => {
  const value: unknown = Reflect.get(source, name);
  return typeof value === 'string' ? value : '';
};

function nameOf(error: object): string {
  const own = textOf(error, 'name');
  if (errorName.test(own) || own === 'Error') return own;
  return error instanceof Error ? 'Error' : 'object';
}

/** Its name, code and status, as far as they are known words. */
function headOf(error: object): ToldFields {
  const code: unknown = Reflect.get(error, 'code');
  const status: unknown = Reflect.get(error, 'statusCode') ?? Reflect.get(error, 'status');
  return {
    errorName: nameOf(error),
    ...(typeof code === 'string' && isKnownCode(code) ? { errorCode: code } : {}),
    ...(typeof status === 'number' && Number.isInteger(status) && status >= 100 && status < 600
      ? { errorStatus: status }
      : {}),
  };
}

const inWords = (error: object): string => {
  const { errorName: name, errorCode, errorStatus } = headOf(error);
  const message = knownWords(textOf(error, 'message'));
  return [name, errorCode, errorStatus, message].filter((part) => part !== undefined && part !== '').join(' ');
};

/** What led to it: causes, and the errors of an AggregateError, each once, however they hang together. */
function nestedOf(error: object): object[] {
  const seen = new Set<object>([error]);
  const waiting: unknown[] = [error];
  while (waiting.length > 0 && seen.size <= maxNested) {
    const one = waiting.shift();
    if (typeof one !== 'object' || one === null) continue;
    seen.add(one);
    const errors: unknown = Reflect.get(one, 'errors');
    for (const next of [Reflect.get(one, 'cause'), ...(Array.isArray(errors) ? errors.slice(0, maxNested) : [])]) {
      if (typeof next === 'object' && next !== null && !seen.has(next)) waiting.push(next);
    }
  }
  return [...seen].slice(1);
}

function told(error: object, isFile: IsFile): ToldFields {
  const message = knownWords(textOf(error, 'message'));
  const stack = framesOf(textOf(error, 'stack'), isFile);
  const nested = nestedOf(error).map(inWords);
  return {
    ...headOf(error),
    ...(message === '' ? {} : { errorMessage: message }),
    ...(nested.length === 0 ? {} : { errorCauses: nested.join('; ') }),
    ...(stack === '' ? {} : { errorStack: stack }),
  };
}

/**
 * What may be said of something that was thrown: name, code and status where they are known ones, the known words of the message,
 * the frames of the stack, and the same of what led to it. Never its other properties. Takes anything and never throws.
 */
export function toldError(thrown: unknown, isFile: IsFile): ToldFields {
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) {
    const message = typeof thrown === 'string' ? knownWords(thrown) : '';
    return {
      errorName: thrown === null ? 'null' : typeof thrown,
      ...(message === '' ? {} : { errorMessage: message }),
    };
  }
  try {
    return told(thrown, isFile);
  } catch {
    // A getter or a proxy of its own throws when it is read. That it did is all that can be said.
    return { errorName: 'unreadable' };
  }
}
