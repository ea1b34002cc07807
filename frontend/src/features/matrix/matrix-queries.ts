import { getMatrix, getMatrixRow, type MatrixBy } from '@tenantry/contract/matrix';
import type * as z from 'zod/mini';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey, withinTenant } from '../../lib/query-client.ts';

/** What stands in the page's address. */
export const MatrixAddress = getMatrix.query;
export type MatrixAddress = z.output<typeof MatrixAddress>;

/** Which tenants are columns. */
export type ColumnFilters = Pick<MatrixAddress, 'tenant' | 'mode' | 'groupId' | 'baselineId'>;

/** Checks or remedies by tenants. What is on the screen stays while a filter changes. */
export const matrixQuery = (address: MatrixAddress) =>
  callQuery(queryKey('matrix', null, address), getMatrix, {
    query: address,
    tenantId: null,
    placeholderData: withinTenant(null),
  });

/** How a row is named in a call. */
export const rowOf = (by: MatrixBy, id: string) => (by === 'check' ? { checkId: id } : { remedyId: id });

/** What a row says: who fails, and why. */
export const matrixRowQuery = (by: MatrixBy, id: string, columns: ColumnFilters) =>
  callQuery(queryKey('matrix-row', null, { by, id, ...columns }), getMatrixRow, {
    query: { ...rowOf(by, id), ...columns },
    tenantId: null,
  });
