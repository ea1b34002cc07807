import { expect, test } from 'vitest';
import { trailPath } from './trail-path.ts';

test.each([
  ['/v1.0/users', '/v1.0/users'],
  ['/v1.0/users?$select=id,displayName&$top=5', '/v1.0/users?$select=[REDACTED]&$top=[REDACTED]'],
  ['/v1.0/users?%24filter=s3cr3t%20eq%20s3cr3t', '/v1.0/users?$filter=[REDACTED]'],
  ['/v1.0/me?access_token=s3cr3t', '/v1.0/me?[REDACTED]'],
  ['/v1.0/me?s3cr3t', '/v1.0/me?[REDACTED]'],
  ['/v1.0/me?a=1?s3cr3t=2&$top=%zz', '/v1.0/me?[REDACTED]&$top=[REDACTED]'],
  ['/v1.0/me?%zz=s3cr3t', '/v1.0/me?[REDACTED]'],
  ['/v1.0/users%3FclientSecret=s3cr3t', '/v1.0/users?[REDACTED]'],
  ['/v1.0/users/x%26sig=s3cr3t', '/v1.0/users/x?[REDACTED]'],
  ['/v1.0/users%253fa=s3cr3t%2526b=s3cr3t&$top=5', '/v1.0/users?[REDACTED]&[REDACTED]&$top=[REDACTED]'],
  ['/v1.0/me?', '/v1.0/me?[REDACTED]'],
  ['/v1.0/users/eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0aaaa.c2ln', '/v1.0/users/[REDACTED]'],
])('%j stands in the trail as %j', (path, kept) => {
  expect(trailPath(path)).toBe(kept);
});
