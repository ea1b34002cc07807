import { getMatrixCell, type MatrixBy } from '@tenantry/contract/matrix';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/api-client.ts';
import { messageOf, wasCanceled } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { showToast } from '../../lib/toast.ts';
import { rowOf } from './matrix-queries.ts';

/**
 * Opens where the verdict of a cell is read, once the server has told where. Of several cells the last one is opened, and none once
 * something else was opened (`forget`) or the page was left.
 */
export function useOpenCell(by: MatrixBy) {
  const navigate = useNavigate();
  const asked = useRef<AbortController>(null);
  const forget = useCallback(() => asked.current?.abort(), []);
  // A layout effect ends already where the page is hidden, while what the next one needs is loaded.
  useLayoutEffect(() => forget, [forget]);
  const open = async (rowId: string, tenantId: string): Promise<void> => {
    forget();
    const own = new AbortController();
    asked.current = own;
    const { signal } = own;
    try {
      const query = { tenantId, ...rowOf(by, rowId) };
      const { findingId, checkId } = await call(getMatrixCell, { query, tenantId, signal });
      if (signal.aborted) return;
      const to = findingId === null ? `${paths.audit}?check=${checkId}` : `${paths.findings}?finding=${findingId}`;
      navigate(inTenant(to, tenantId));
    } catch (error) {
      if (signal.aborted || wasCanceled(error)) return;
      showToast({ title: 'The verdict could not be opened', body: messageOf(error), intent: 'error' });
    }
  };
  return { open, forget };
}
