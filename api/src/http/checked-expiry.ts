import { AppError } from './app-error.ts';

const dayMs = 24 * 3_600_000;

/**
 * The day until which something is declared, as an instant in UTC.
 * @throws AppError INVALID_INPUT at the field of that name where it is past, or more than `maxDays` ahead
 */
export function checkedExpiry(expiresAt: string, maxDays: number, now: Date, path = 'expiresAt'): string {
  const aheadMs = Date.parse(expiresAt) - now.getTime();
  const refuse = (message: string) => new AppError('INVALID_INPUT', message, { fields: [{ path, message }] });
  if (aheadMs <= 0) throw refuse('Choose a day in the future');
  if (aheadMs > maxDays * dayMs) throw refuse('Choose a day within the next year');
  return new Date(expiresAt).toISOString();
}
