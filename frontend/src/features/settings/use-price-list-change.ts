import { useQueryClient } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import { changePriceList } from '@tenantry/contract/price-list';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { showToast } from '../../lib/toast.ts';
import { priceListQuery } from './settings-queries.ts';

/** Changes the price list as it was read: where somebody else changed it since, that is told, and below the dialog stands theirs. */
export function usePriceListChange() {
  const client = useQueryClient();
  return async (body: Parsed<typeof changePriceList.body>): Promise<void> => {
    try {
      const saved = await call(changePriceList, { body, tenantId: null });
      client.setQueryData(priceListQuery().queryKey, saved);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') void client.invalidateQueries(priceListQuery());
      throw error;
    }
    showToast({ title: 'Settings Updated', body: 'The price list was saved.', intent: 'success' });
    // Plans and readiness of every tenant are priced by it.
    await client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'project-plan' || queryKey[0] === 'project-readiness',
    });
  };
}

/** An empty field is no number: it is not read as 0. */
export const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
