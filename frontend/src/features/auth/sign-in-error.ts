import { ApiError } from '../../lib/api-error.ts';

/** What to say of a failed sign-in: the server's own words, else the specification's (section 8). */
export function signInErrorText(error: unknown, action: 'Authentication' | 'Registration'): string {
  if (!(error instanceof ApiError)) return `${action} failed`;
  if (error.status === 0) return `${action} failed. Please check your connection.`;
  if (error.code === 'UNEXPECTED_SHAPE' && action === 'Authentication') return 'Invalid username or password';
  return error.message || `${action} failed`;
}
