import type { Clock } from '../../ports/clock.ts';

const pollEveryMs = 200;

/** What is stored, as it is when it has ended or the time is over; where it is gone meanwhile, as it last was. */
export async function endedWithin<T>(
  first: T,
  {
    clock,
    ms,
    read,
    hasEnded,
  }: { clock: Clock; ms: number; read(): Promise<NoInfer<T> | null>; hasEnded(value: NoInfer<T>): boolean },
): Promise<T> {
  const deadline = clock.now().getTime() + ms;
  let current = first;
  while (!hasEnded(current) && clock.now().getTime() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
    current = (await read()) ?? current;
  }
  return current;
}
