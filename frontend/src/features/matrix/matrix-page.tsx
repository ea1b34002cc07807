import { Button } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { TableRegular } from '@fluentui/react-icons/svg/table';
import { useQuery } from '@tanstack/react-query';
import { exportMatrix, type Matrix } from '@tenantry/contract/matrix';
import { useNavigate } from 'react-router-dom';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { useAddressed } from '../../lib/use-addressed.ts';
import { useDownload } from '../../lib/use-download.ts';
import { usePhoneWidth } from '../../lib/use-media-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Hint } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { MatrixFilters } from './matrix-filters.tsx';
import { MatrixGrid } from './matrix-grid.tsx';
import { MatrixLegend } from './matrix-legend.tsx';
import { MatrixList } from './matrix-list.tsx';
import { MatrixAddress, matrixQuery } from './matrix-queries.ts';
import { useOpenCell } from './use-open-cell.ts';

const RowDrawer = onDemand(async () => (await import('./row-drawer.tsx')).RowDrawer);

/** Who lacks what: checks or remedies by all tenants in scope. */
export function MatrixPage() {
  const [address, setAddress] = useTableParams(MatrixAddress);
  const query = useQuery(matrixQuery(address));
  const { opened, open, close, fallback } = useAddressed<HTMLDivElement>('row');
  const { tenant, groupId, baselineId, mode, by } = address;
  return (
    <AdminPage
      tab="Matrix"
      subtitle="What the latest audits say, for every tenant"
      actions={<ExportMatrix address={address} isEmpty={!query.data?.rows.length || !query.data.tenants.length} />}
    >
      <ListCard label="Matrix" ref={fallback}>
        <MatrixFilters address={address} onChange={setAddress} />
        <QueryState
          query={query}
          loading={<SkeletonRows rows={8} size={48} label="Loading the matrix" />}
          errorTitle={httpErrorTitle(query.error)}
          isEmpty={({ rows, tenants }) => rows.length === 0 || tenants.length === 0}
          empty={<NothingFits />}
        >
          {/* The rows of before stay while others are read: they are none of the kind that the address names. */}
          {(matrix) => <Shown matrix={matrix} onOpenRow={(rowId) => matrix.by === by && open(rowId)} />}
        </QueryState>
      </ListCard>
      {opened && (
        <RowDrawer
          key={`${by} ${opened}`}
          by={by}
          rowId={opened}
          columns={{ tenant, groupId, baselineId, mode }}
          onClose={close}
        />
      )}
    </AdminPage>
  );
}

function NothingFits() {
  return (
    <EmptyState
      icon={<TableRegular />}
      title="Nothing to compare"
      body="No tenant or no check fits the filters. A tenant has cells from its first scan on."
      headingLevel="h2"
    />
  );
}

function Shown({ matrix, onOpenRow }: { matrix: Matrix; onOpenRow: (rowId: string) => void }) {
  const isPhone = usePhoneWidth();
  const navigate = useNavigate();
  const { by, rows, tenants, legend } = matrix;
  const cell = useOpenCell(by);
  const openTenant = (id: string) => {
    cell.forget();
    navigate(inTenant(paths.audit, id));
  };
  const openRow = (rowId: string) => {
    cell.forget();
    onOpenRow(rowId);
  };
  const shown = `${countOf(rows.length, by === 'check' ? 'check' : 'remedy', by === 'check' ? 'checks' : 'remedies')} by ${countOf(tenants.length, 'tenant')}`;
  return (
    <>
      <Hint role="status">{shown}</Hint>
      {isPhone ? (
        <MatrixList label={by === 'check' ? 'Checks' : 'Remedies'} rows={rows} onOpen={openRow} />
      ) : (
        <>
          <MatrixGrid
            matrix={matrix}
            onOpenRow={openRow}
            onOpenTenant={openTenant}
            onOpenCell={(rowId, tenantId) => void cell.open(rowId, tenantId)}
          />
          <MatrixLegend legend={legend} />
        </>
      )}
    </>
  );
}

/** Saves the matrix as these filters show it. */
function ExportMatrix({ address, isEmpty }: { address: MatrixAddress; isEmpty: boolean }) {
  const { start, pendingName } = useDownload('Download Failed');
  return (
    <Button
      icon={<ArrowDownloadRegular />}
      disabled={isEmpty}
      disabledFocusable={pendingName !== null}
      onClick={() => start(exportMatrix, { query: address, tenantId: null }, 'Matrix.csv')}
    >
      {pendingName === null ? 'Export CSV' : 'Exporting…'}
    </Button>
  );
}
